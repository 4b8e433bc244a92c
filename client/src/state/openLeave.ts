/** Opens a page for leaving messages: its channel, language and colours, and the visitor. */
import type { i18n } from "i18next";
import { createLeaveApi } from "../api/leaveMessage";
import { createVisitorApi, type VisitorApi } from "../api/visitor";
import { changeLocale } from "../i18n/setup";
import { systemClock } from "../lib/clock";
import { newId } from "../lib/newId";
import { ofTenant, type PageQuery, readQuery, withoutPersonal } from "../lib/query";
import { keepIdentity, readIdentity } from "../session/identity";
import { createLeaveDesk, type LeaveDesk } from "../session/leaveDesk";
import { withPageFacts } from "../session/pageFacts";
import type { Channel } from "../wire/channel";
import { askUntilAnswered } from "./askUntilAnswered";
import { applyChannelTheme } from "./channelTheme";
import type { createStore } from "./jotai";
import { keeper, whenKept } from "./keepers";
import { openDeskAtom } from "./leave.atoms";
import { callSettings, firstLocale, localeOf } from "./openPage";
import { type Page, pageAtom, setPageAtom, type Who } from "./page.atoms";

type Store = ReturnType<typeof createStore>;
type Ready = Extract<Page, { kind: "ready" }>;

export type LeavePageSetup = { store: Store; i18n: i18n; signal: AbortSignal };

export async function openLeave({ store, i18n, signal }: LeavePageSetup): Promise<void> {
  const query = readQuery(location.search);
  const clean = withoutPersonal(location.href);
  if (clean !== undefined) history.replaceState(history.state, "", clean);
  const page = fromChat(store.get(pageAtom), query) ?? (await fresh(store, i18n, query, signal));
  if (!page || signal.aborted) return;
  document.title = page.channel.titleDesc || i18n.t("form:leave_title");
  store.set(openDeskAtom, deskOf(store, i18n, page), signal);
  store.set(setPageAtom, page);
}

/** The desk of an open page, for example the chat's popup. It uses the page's language. */
export function deskOf(store: Store, i18n: i18n, page: Ready): LeaveDesk {
  const locale = i18n.language;
  const { channel, who, query } = page;
  const settings = callSettings(store, i18n, who);
  let starting: Promise<void> | undefined;
  return createLeaveDesk({
    api: createLeaveApi(settings),
    channel,
    clock: systemClock,
    newId,
    locale,
    renew: () => begin(page.api, query, channel, who, locale),
    isKnown: () => who.userId !== "",
    who: async () => {
      if (who.userId === "") {
        starting ??= begin(page.api, query, channel, who, locale).finally(() => {
          starting = undefined;
        });
        await starting;
      }
      return who;
    },
  });
}

/** Reuses the state of the chat that led to this page. */
function fromChat(page: Page, query: PageQuery): Ready | undefined {
  const isSame =
    page.kind === "ready" && page.channel.channelId === query.channelId && page.who.userId !== "";
  return isSame ? { ...page, query } : undefined;
}

async function fresh(
  store: Store,
  i18n: i18n,
  asked: PageQuery,
  signal: AbortSignal,
): Promise<Ready | undefined> {
  const who: Who = { userId: "", token: "" };
  const api = createVisitorApi(callSettings(store, i18n, who));
  const channel = await askUntilAnswered(
    store,
    () => api.channelInfo(asked.channelId, firstLocale(asked)),
    signal,
  );
  if (!channel) return undefined;
  const query = ofTenant(asked, channel.tenantId);
  await whenKept;
  const kept = readIdentity(keeper, channel.tenantId, systemClock.now());
  if (kept && (query.userId === "" || query.userId === kept.userId)) Object.assign(who, kept);
  await changeLocale(i18n, localeOf(channel, query));
  applyChannelTheme(channel);
  return { kind: "ready", channel, query, api, who };
}

/** Gets a token by chatStart (Protocol, 'Tokens'); a new visitor does so when they first leave something. */
async function begin(
  api: VisitorApi,
  query: PageQuery,
  channel: Channel,
  who: Who,
  locale: string,
): Promise<void> {
  // A left message goes to nobody in particular.
  const facts = { ...query, groupId: "", adminId: "" };
  const { channelId } = channel;
  const arrival = { channelId, userId: query.userId || who.userId, token: who.token, locale };
  const { userId, token } = await api.chatStart(withPageFacts(facts, arrival));
  Object.assign(who, { userId, token });
  keepIdentity(keeper, channel.tenantId, who, systemClock.now());
}

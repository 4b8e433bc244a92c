/** Opens the chat page: the channel, its language and colours, then the chat. */
import type { i18n } from "i18next";
import { startTransition } from "react";
import * as v from "valibot";
import { createChannelApi } from "../api/channel";
import { ApiError, type HttpSettings, opened } from "../api/http";
import { chooseLocale } from "../i18n/choose";
import { changeLocale, type Locale } from "../i18n/setup";
import { readBootstrap } from "../lib/bootstrap";
import { systemClock } from "../lib/clock";
import { newId } from "../lib/newId";
import { ofTenant, type PageQuery, readQuery, withoutPersonal } from "../lib/query";
import type { Visit } from "../session/visit";
import { showToast } from "../ui/toast";
import { type Channel, channel as channelSchema } from "../wire/channel";
import { asksAnything, preChatForm } from "../wire/preChat";
import { askUntilAnswered } from "./askUntilAnswered";
import { callReceivedAtom } from "./call.atoms";
import { applyChannelTheme } from "./channelTheme";
import { changeAtom, conversationAtom, holdChatAtom, stageAtom } from "./chat.atoms";
import type { createStore } from "./jotai";
import { keeper, tabKeeper, whenKept } from "./keepers";
import {
  closeDialogAtom,
  openDialogAtom,
  pageAtom,
  setPageAtom,
  takeReturnAtom,
  type Who,
} from "./page.atoms";
import { recallSoundAtom } from "./sound.atoms";

type Store = ReturnType<typeof createStore>;

type Parts = Pick<typeof import("../session/chat"), "createChat" | "createVisitorApi">;

export type PageSetup = {
  store: Store;
  i18n: i18n;
  /** Loads the chat's code, in parallel with the channel. */
  fetchParts: () => Promise<Parts>;
  /** A message of an agent or the robot came. */
  onMessage: () => void;
  /** No agent is online, and the channel takes messages: Protocol, 'transferAgent', transfer result 1. */
  onLeaveMessage: (tenantId: string, userId: string) => void;
  signal: AbortSignal;
};

/** The language of the page before its channel is known. */
export function firstLocale(query: PageQuery): Locale {
  return chooseLocale({ channel: "", query: query.locale, browser: navigator.languages });
}

/** The language of a page whose channel is known. */
export function localeOf(channel: Channel, query: PageQuery): Locale {
  return chooseLocale({ channel: channel.language, query: query.locale, browser: navigator.languages });
}

/** Calls in the visitor's name, and what the page shows when one is refused. */
export function callSettings(store: Store, i18n: i18n, who: Who): Omit<HttpSettings, "prefix"> {
  return {
    token: () => who.token || undefined,
    onUnauthorised: () => store.set(openDialogAtom, { kind: "expired" }),
    onServerError: () => showToast("error", i18n.t("chat:page_error")),
  };
}

export async function openPage(setup: PageSetup): Promise<void> {
  const { store, i18n, onMessage: onHeard, onLeaveMessage, signal } = setup;
  const asked = readQuery(location.search);
  const handedOver = location.hash;
  const hasReturned = store.set(takeReturnAtom);
  const clean = withoutPersonal(location.href);
  if (clean !== undefined) history.replaceState(history.state, "", clean);
  const visitor = { userId: "", token: "", pollId: "" };
  const settings = callSettings(store, i18n, visitor);

  const found = await findChannel(setup, settings, asked);
  if (!found || signal.aborted) return;
  const { channel, createChat, createVisitorApi } = found;
  const query = ofTenant(asked, channel.tenantId);
  const api = createVisitorApi(settings);
  const locale = localeOf(channel, query);
  await changeLocale(i18n, locale);
  applyChannelTheme(channel);
  document.title = channel.titleDesc || channel.robotName;
  startTransition(() => store.set(setPageAtom, { kind: "ready", channel, query, api, who: visitor }));

  const visit: Visit = {
    api,
    channel,
    query,
    handedOver,
    locale,
    clock: systemClock,
    keeper,
    tabKeeper,
    random: Math.random,
    newId,
    conversation: () => store.get(conversationAtom),
    change: (change) => store.set(changeAtom, change),
    pickGroup: () => pickGroup(store, channel),
    fillForm: () => fillForm(store, channel),
    onNoAgent: (occasion) => {
      // A visitor who has just returned from leaving a message is not sent there again.
      const isBack = occasion === "opening" && hasReturned;
      if (channel.leaveMsgMode && !isBack) onLeaveMessage(channel.tenantId, visitor.userId);
    },
    onRefused: (cause) => refused(store, i18n, cause),
    onUnreachable: () => showToast("error", i18n.t("chat:page_error")),
    onNoRoomForFiles: () => showToast("error", i18n.t("chat:upload_no_room")),
    onFileRefused: (message) => showToast("error", message || i18n.t("chat:page_error")),
    onMessage: onHeard,
    onCall: (raw) => store.set(callReceivedAtom, raw),
    who: visitor,
    hasTakenUpUnsent: false,
    outlivesPage: true,
    serverAheadMs: 0,
  };
  const chat = createChat(visit);
  store.set(holdChatAtom, chat);
  signal.addEventListener("abort", () => {
    chat.end();
    store.set(holdChatAtom, undefined);
  });
  visit.outlivesPage = await whenKept;
  if (signal.aborted) return;
  store.set(recallSoundAtom);
  await chat.start();
}

type Found = { channel: Channel } & Parts;

function findChannel(
  { store, fetchParts, signal }: PageSetup,
  settings: Omit<HttpSettings, "prefix">,
  query: PageQuery,
): Promise<Found | undefined> {
  return askUntilAnswered(
    store,
    async () => {
      const running = fetchParts().catch(() => {
        throw new ApiError("unreachable", "the page's own code");
      });
      const channel =
        broughtAlong(settings, query) ??
        (await createChannelApi(settings).channelInfo(query.channelId, firstLocale(query)));
      const { createChat, createVisitorApi } = await running;
      return { channel, createChat, createVisitorApi };
    },
    signal,
  );
}

/** The channel's settings from the document, if it has them. They are used once; a reopened chat requests them. */
function broughtAlong(settings: Omit<HttpSettings, "prefix">, query: PageQuery): Channel | undefined {
  const first = readBootstrap(document);
  document.getElementById("first")?.remove();
  try {
    const channel = first && opened(200, first.answer, undefined, channelSchema, settings, { isQuiet: true });
    return channel?.channelId === query.channelId ? channel : undefined;
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    return undefined;
  }
}

function pickGroup(store: Store, channel: Channel): Promise<string | undefined> {
  return new Promise((resolve) => {
    store.set(openDialogAtom, {
      kind: "pickGroup",
      groups: channel.groupConfig,
      answer: resolve,
    });
  }).then((groupId) => {
    store.set(closeDialogAtom);
    return typeof groupId === "string" ? groupId : undefined;
  });
}

async function fillForm(store: Store, channel: Channel): Promise<boolean> {
  const form = v.parse(preChatForm, channel.userForm);
  if (!asksAnything(form.fields)) return true;
  const isDone = await new Promise<boolean | undefined>((answer) => {
    store.set(openDialogAtom, { kind: "preChat", form, answer });
  });
  if (isDone !== undefined) store.set(closeDialogAtom);
  return isDone ?? false;
}

/**
 * Shows 'page not found' if the chat never opened or its channel is gone, and the server's words to a blocked visitor.
 * A 401 already has its dialog.
 */
function refused(store: Store, i18n: i18n, { kind, message }: ApiError): void {
  if (kind === "unauthorised") return;
  const isGone = kind === "notFound" || store.get(stageAtom) === "opening";
  const page = store.get(pageAtom);
  if (kind === "forbidden" && page.kind === "ready") store.set(setPageAtom, { ...page, refusal: message });
  else if (isGone) store.set(setPageAtom, { kind: "missing" });
  else showToast("error", i18n.t("chat:page_error"));
}

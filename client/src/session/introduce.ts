/** The visitor's facts: those of each start, and later ones of the host page. Protocol, 'Starting and ending'. */
import { ApiError } from "../api/http";
import type { Introduction } from "../api/visitor";
import { type Facts, readHandedOver } from "../bridge/hostMessages";
import type { PageQuery } from "../lib/query";
import { cardOf } from "../wire/card";
import type { Channel } from "../wire/channel";
import { readIdentity } from "./identity";
import { withPageFacts } from "./pageFacts";
import type { Visit } from "./visit";

/** The queue ticket of the page's address, until the chat is open or refuses it; empty for none. */
export function ticketOf({ handedOver, who, isTicketOver }: Visit): string {
  return who.token || isTicketOver ? "" : (/^#ticket=(.+)/.exec(handedOver)?.[1] ?? "");
}

export function introduction(visit: Visit): Introduction {
  const { query, channel, keeper, clock, locale, who } = visit;
  const ticket = ticketOf(visit);
  if (ticket)
    return { ...withPageFacts(query, { channelId: query.channelId, userId: "", token: "", locale }), ticket };
  const kept = readIdentity(keeper, channel.tenantId, clock.now());
  const asked = query.userId;
  const token = who.token || (kept && (asked === "" || asked === kept.userId) ? kept.token : "");
  // With a token, the visitor stays the same; without one, the host page's userId precedes the kept one.
  const userId = (who.token ? who.userId : asked || who.userId) || (kept?.userId ?? "");
  return withPageFacts(query, { channelId: query.channelId, userId, token, locale });
}

/** The query with the host page's facts. */
function withFacts(query: PageQuery, facts: Facts): PageQuery {
  const { params, customerParameters, context, ...rest } = facts;
  const named = Object.entries(rest).filter(([, value]) => value !== undefined);
  return {
    ...query,
    ...Object.fromEntries(named),
    params: params ? JSON.stringify(params) : query.params,
    customerParameters: customerParameters ? JSON.stringify(customerParameters) : query.customerParameters,
    context: context ? JSON.stringify(context) : query.context,
  };
}

/** Applies what the host page passed in the address. Returns whether the chat must forget its visitor first. */
export function takeHandedOver(visit: Visit): boolean {
  const { visitor, card, forget } = readHandedOver(visit.handedOver);
  if (visitor) visit.query = withFacts(visit.query, visitor);
  if (card) visit.query = { ...visit.query, card: cardOf("product", card) };
  return forget !== undefined;
}

/** Applies the host page's facts about the visitor during the chat. */
export async function identify(visit: Visit, facts: Facts, restart: () => Promise<void>): Promise<void> {
  visit.query = withFacts(visit.query, facts);
  // A start that is under way sends the facts itself, or compares them again at its end.
  if (visit.introduced) await introduceAnew(visit, restart);
}

/** Changes the page's language and tells the server, which then answers in it. */
export async function speak(
  visit: Visit,
  locale: string,
  channel: Channel,
  restart: () => Promise<void>,
): Promise<void> {
  visit.locale = locale;
  visit.channel = channel;
  visit.query = { ...visit.query, locale };
  if (visit.introduced) await introduceAnew(visit, restart);
}

/** Sends the facts that changed since the last start. A different visitor starts a chat of their own. */
export async function introduceAnew(visit: Visit, restart: () => Promise<void>): Promise<void> {
  const { query, introduced, who } = visit;
  const isOtherLocale = query.locale !== introduced?.locale;
  if (!introduced || (isSame(query, introduced) && !isOtherLocale)) return;
  if (query.userId !== introduced.userId || query.userHash !== introduced.userHash) {
    visit.introduced = undefined;
    who.token = "";
    await restart();
    return;
  }
  visit.introduced = query;
  const { userName, email, phone, params, refer, title = "", context = "" } = query;
  const facts = isSame(query, introduced) ? {} : { userName, email, phone, params, refer, title, context };
  const spoken = isOtherLocale ? { locale: visit.locale } : {};
  try {
    await visit.api.resetInfo(who.userId, who.pollId, { ...facts, ...spoken });
  } catch (cause) {
    // The next start sends the facts again.
    if (!(cause instanceof ApiError)) throw cause;
  }
}

/** Whether two queries carry the same facts about the visitor. */
function isSame(one: PageQuery, other: PageQuery): boolean {
  const said = ({ userId, userHash, userName, email, phone, params, refer, title, context }: PageQuery) =>
    JSON.stringify([userId, userHash, userName, email, phone, params, refer, title, context]);
  return said(one) === said(other);
}

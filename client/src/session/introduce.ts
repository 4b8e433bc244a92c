/** Who the visitor is: what each start says, and what the page around the chat says later. Protocol, 'Starting and ending'. */
import { ApiError } from "../api/http";
import type { Introduction } from "../api/visitor";
import { type Facts, handedOverIn } from "../bridge/heard";
import type { PageQuery } from "../lib/query";
import { cardOf } from "../wire/card";
import type { Channel } from "../wire/channel";
import { readIdentity } from "./identity";
import type { Visit } from "./visit";

export function introduction({ query, channel, keeper, clock, locale, who }: Visit): Introduction {
  const kept = readIdentity(keeper, channel.tenantId, clock.now());
  const asked = query.userId;
  const token = who.token || (kept && (asked === "" || asked === kept.userId) ? kept.token : "");
  return {
    channelId: query.channelId,
    // With a token they stay who they are; without one the shop's word goes before what this device remembers.
    userId: (who.token ? who.userId : asked || who.userId) || (kept?.userId ?? ""),
    token,
    userHash: query.userHash,
    locale,
    userName: query.userName,
    email: query.email,
    phone: query.phone,
    groupId: query.groupId,
    adminId: query.adminId,
    pid: query.pid,
    fiyBookCode: query.fiyBookCode,
    params: query.params,
    previousUrl: document.referrer,
    refer: query.refer,
  };
}

/** The query with what a shop says of its visitor. */
function withFacts(query: PageQuery, facts: Facts): PageQuery {
  const { params, customerParameters, ...rest } = facts;
  const named = Object.entries(rest).filter(([, value]) => value !== undefined);
  return {
    ...query,
    ...Object.fromEntries(named),
    params: params ? JSON.stringify(params) : query.params,
    customerParameters: customerParameters ? JSON.stringify(customerParameters) : query.customerParameters,
  };
}

/** Takes in what the shop handed over with the address. */
export function takeHandedOver(visit: Visit): void {
  const { visitor, card } = handedOverIn(visit.handedOver);
  if (visitor) visit.query = withFacts(visit.query, visitor);
  if (card) visit.query = { ...visit.query, card: cardOf("product", card) };
}

/** Takes in what the shop says of its visitor during the chat. */
export async function identify(visit: Visit, facts: Facts, restart: () => Promise<void>): Promise<void> {
  visit.query = withFacts(visit.query, facts);
  // A start that is still under way introduces them, or looks again when it is through.
  if (visit.introduced) await introduceAnew(visit, restart);
}

/** The page speaks `locale` from here on; what the server says is said in it, too. */
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

/** Tells the server what has changed about the visitor since they were introduced; a different one starts a chat of their own. */
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
  const { userName, email, phone, params } = query;
  const facts = isSame(query, introduced) ? {} : { userName, email, phone, params };
  const spoken = isOtherLocale ? { locale: visit.locale } : {};
  try {
    await visit.api.resetInfo(who.userId, who.pollId, { ...facts, ...spoken });
  } catch (cause) {
    // The next start says it again.
    if (!(cause instanceof ApiError)) throw cause;
  }
}

/** Whether two queries say the same of the visitor. */
function isSame(one: PageQuery, other: PageQuery): boolean {
  const said = ({ userId, userHash, userName, email, phone, params }: PageQuery) =>
    JSON.stringify([userId, userHash, userName, email, phone, params]);
  return said(one) === said(other);
}

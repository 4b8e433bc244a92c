/** Reads the query of a page's address: Protocol, 'Query flags'. */

import { type Card, cardOf } from "../wire/card";

/** The parameters that are read as they are. The visitor's number and the campaign code [sic] are the tenant's own. */
const TEXTS = [
  "channelId",
  // The tenant of `userId`; empty for the channel's tenant.
  "tenantId",
  "locale",
  "userId",
  "userHash",
  "userName",
  "email",
  "phone",
  "groupId",
  "adminId",
  "pid",
  "fiyBookCode",
  "refer",
  // Of a mail's link.
  "token",
] as const;

export type PageQuery = Record<(typeof TEXTS)[number], string> & {
  /** from=iframe: the page is inside a host page's frame. */
  isEmbedded: boolean;
  /** All other parameters as JSON, for the tenant's own use. */
  params: string;
  /** For the tenant's service that a flow calls. Only the host page sets it: Protocol, 'Query flags', robotAsk. */
  customerToken: string;
  customerParameters: string;
  /** What the loader says of the page around the chat: Protocol, 'Starting and ending'. */
  title?: string;
  previousUrl?: string;
  /** As JSON. */
  context?: string;
  /** 1: ahead in the queue, if `priorityHash` is right. */
  priority?: number;
  priorityHash?: string;
  /** customize=true: the visitor has no button to end the chat. */
  hidesClose: boolean;
  /** The product that the visitor looks at in the shop: title, desc, price, picture, url. */
  card: Card | undefined;
  /** Whether the page asks for a rating before it closes the chat. */
  evaluatesFirst: boolean;
  /** Whether the window closes when the chat is over. */
  closesWindow: boolean;
};

/** Protocol, 'Query flags': a card to show the agent. */
const CARD = ["title", "desc", "price", "picture", "url"];

const KNOWN: readonly string[] = [
  ...TEXTS,
  ...["from", "customize", "inviteEvaluate", "close", "random"],
  ...CARD,
];

/** Personal data is removed from the address, because browser histories and logs would keep it. */
const PERSONAL = ["userId", "userHash", "userName", "email", "phone", "pid", "token"];

export function readQuery(search: string): PageQuery {
  const query = new URLSearchParams(search);
  const value = (name: string) => query.get(name) ?? "";
  const isOn = (name: string) => query.has(name) && value(name) !== "false" && value(name) !== "0";
  const others = Object.fromEntries([...query].filter(([name]) => !KNOWN.includes(name)));
  const texts = Object.fromEntries(TEXTS.map((name) => [name, value(name)]));
  return {
    ...(texts as Record<(typeof TEXTS)[number], string>),
    isEmbedded: value("from") === "iframe",
    params: JSON.stringify(others),
    customerToken: "",
    customerParameters: "",
    card: CARD.some((name) => query.has(name))
      ? cardOf("product", Object.fromEntries(CARD.map((name) => [name, value(name)])))
      : undefined,
    hidesClose: value("customize") === "true",
    evaluatesFirst: isOn("inviteEvaluate"),
    closesWindow: isOn("close"),
  };
}

/** Protocol, 'Query flags': a userId belongs to its tenantId. Drops the userId of another tenant than the channel's. */
export function ofTenant(query: PageQuery, tenantId: string): PageQuery {
  const isOther = query.tenantId !== "" && query.tenantId !== tenantId;
  return isOther ? { ...query, userId: "", userHash: "" } : query;
}

/** The address without personal data and without its `#` part; undefined if it has neither. */
export function withoutPersonal(address: string): string | undefined {
  const url = new URL(address);
  const hadHash = url.hash !== "";
  url.hash = "";
  const found = PERSONAL.filter((name) => url.searchParams.has(name));
  for (const name of found) url.searchParams.delete(name);
  return found.length === 0 && !hadHash ? undefined : url.pathname + url.search;
}

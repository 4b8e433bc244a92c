/** What a page's address says: Protocol, 'Query flags'. */

import { type Card, cardOf } from "../wire/card";

export type PageQuery = {
  channelId: string;
  /** Whose visitor `userId` is; empty where only the channel says so. */
  tenantId: string;
  /** from=iframe: the page stands in a shop's page. */
  isEmbedded: boolean;
  locale: string;
  userId: string;
  userHash: string;
  userName: string;
  email: string;
  phone: string;
  groupId: string;
  adminId: string;
  /** The tenant's own number of the visitor, and its code of a campaign [sic]: Protocol, 'Starting and ending'. */
  pid: string;
  fiyBookCode: string;
  refer: string;
  /** Everything else, for the tenant's own use: JSON. */
  params: string;
  /** For the tenant's own service, which a flow asks; a page says it and never an address: Protocol, 'Query flags', robotAsk. */
  customerToken: string;
  customerParameters: string;
  /** customize=true: the visitor has no button to end the chat. */
  hidesClose: boolean;
  /** What the visitor looks at in the shop: title, desc, price, picture, url. */
  card: Card | undefined;
  /** Rate before closing. */
  evaluatesFirst: boolean;
  /** Close the window when the chat is over. */
  closesWindow: boolean;
};

/** Protocol, 'Query flags': a card to show the agent. */
const CARD = ["title", "desc", "price", "picture", "url"];

const KNOWN = [
  "channelId",
  "tenantId",
  "from",
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
  "customize",
  "inviteEvaluate",
  "close",
  "token",
  "random",
  ...CARD,
];

/** Facts about a person do not stay in the address, where histories and logs would keep them. */
const PERSONAL = ["userId", "userHash", "userName", "email", "phone", "pid", "token"];

export function readQuery(search: string): PageQuery {
  const query = new URLSearchParams(search);
  const value = (name: string) => query.get(name) ?? "";
  const isOn = (name: string) => query.has(name) && value(name) !== "false" && value(name) !== "0";
  const others = Object.fromEntries([...query].filter(([name]) => !KNOWN.includes(name)));
  return {
    channelId: value("channelId"),
    tenantId: value("tenantId"),
    isEmbedded: value("from") === "iframe",
    locale: value("locale"),
    userId: value("userId"),
    userHash: value("userHash"),
    userName: value("userName"),
    email: value("email"),
    phone: value("phone"),
    groupId: value("groupId"),
    adminId: value("adminId"),
    pid: value("pid"),
    fiyBookCode: value("fiyBookCode"),
    refer: value("refer"),
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

/** Protocol, 'Query flags': a visitor is a userId and its tenantId. The query of a channel's page names nobody of another tenant. */
export function ofTenant(query: PageQuery, tenantId: string): PageQuery {
  const isOther = query.tenantId !== "" && query.tenantId !== tenantId;
  return isOther ? { ...query, userId: "", userHash: "" } : query;
}

/** The same address without what is personal or behind a `#`, or nothing when it holds nothing of the kind. */
export function withoutPersonal(address: string): string | undefined {
  const url = new URL(address);
  const hadHash = url.hash !== "";
  url.hash = "";
  const found = PERSONAL.filter((name) => url.searchParams.has(name));
  for (const name of found) url.searchParams.delete(name);
  return found.length === 0 && !hadHash ? undefined : url.pathname + url.search;
}

/** What a page's address says: Spec §2. */

export type PageQuery = {
  channelId: string;
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
  refer: string;
  /** Everything else, for the tenant's own use: JSON. */
  params: string;
  /** customize=true: the visitor has no button to end the chat. */
  hidesClose: boolean;
  /** Rate before closing. */
  evaluatesFirst: boolean;
  /** Close the window when the chat is over. */
  closesWindow: boolean;
};

const KNOWN = [
  "channelId",
  "from",
  "locale",
  "userId",
  "userHash",
  "userName",
  "email",
  "phone",
  "groupId",
  "adminId",
  "refer",
  "customize",
  "inviteEvaluate",
  "close",
  "token",
  "random",
];

/** Facts about a person do not stay in the address, where histories and logs would keep them. */
const PERSONAL = ["userId", "userHash", "userName", "email", "phone", "token"];

export function readQuery(search: string): PageQuery {
  const query = new URLSearchParams(search);
  const value = (name: string) => query.get(name) ?? "";
  const isOn = (name: string) => query.has(name) && value(name) !== "false" && value(name) !== "0";
  const others = Object.fromEntries([...query].filter(([name]) => !KNOWN.includes(name)));
  return {
    channelId: value("channelId"),
    isEmbedded: value("from") === "iframe",
    locale: value("locale"),
    userId: value("userId"),
    userHash: value("userHash"),
    userName: value("userName"),
    email: value("email"),
    phone: value("phone"),
    groupId: value("groupId"),
    adminId: value("adminId"),
    refer: value("refer"),
    params: JSON.stringify(others),
    hidesClose: value("customize") === "true",
    evaluatesFirst: isOn("inviteEvaluate"),
    closesWindow: isOn("close"),
  };
}

/** The same address without what is personal, or nothing when it holds nothing personal. */
export function withoutPersonal(address: string): string | undefined {
  const url = new URL(address);
  const found = PERSONAL.filter((name) => url.searchParams.has(name));
  for (const name of found) url.searchParams.delete(name);
  return found.length === 0 ? undefined : url.pathname + url.search + url.hash;
}

/** What a page says of its visitor with a start: Protocol, 'Starting and ending'. */
import type { Introduction } from "../api/visitor";
import type { PageQuery } from "../lib/query";

/** What tells the page's visit from others: who comes, to which channel, in which language. */
type Arrival = Pick<Introduction, "channelId" | "userId" | "token" | "locale">;

/** A start with the facts of the page's address and its host page. */
export function withPageFacts(query: PageQuery, arrival: Arrival): Introduction {
  return {
    ...arrival,
    userHash: query.userHash,
    link: query.token,
    userName: query.userName,
    email: query.email,
    phone: query.phone,
    groupId: query.groupId,
    adminId: query.adminId,
    pid: query.pid,
    fiyBookCode: query.fiyBookCode,
    params: query.params,
    previousUrl: query.previousUrl || document.referrer,
    refer: query.refer,
    title: query.title ?? "",
    context: query.context ?? "",
    priority: query.priority ?? 0,
    priorityHash: query.priorityHash ?? "",
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

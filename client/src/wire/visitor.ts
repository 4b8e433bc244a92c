/** What the desk shows of a visitor beside the conversation: Protocol, 'Visitors'. */
import * as v from "valibot";
import { UserStatus } from "./codes";
import { leftMessage } from "./leaveMessage";
import { count, flag, lenientList, maybeCount, text, wireTime } from "./scalars";
import { workOrder } from "./workOrder";

/** A page of the shop that the visitor saw. */
const pageSeen = v.object({ url: text, title: text, at: wireTime });
export type PageSeen = v.InferOutput<typeof pageSeen>;

/** What the visitor's browser says; `corrected` are the fields that an agent corrected. */
export const visit = v.object({
  browser: text,
  system: text,
  timeZone: text,
  pages: lenientList(pageSeen),
  corrected: lenientList(v.string()),
});
export type Visit = v.InferOutput<typeof visit>;

export const NO_VISIT: Visit = { browser: "", system: "", timeZone: "", pages: [], corrected: [] };

/** A blocked visitor; without `until`, for ever. */
export const block = v.pipe(
  v.object({
    userId: v.pipe(v.string(), v.nonEmpty()),
    userName: text,
    verifiedId: text,
    reason: text,
    adminId: text,
    adminNick: text,
    at: wireTime,
    until: maybeCount,
  }),
  v.transform(({ userName, adminId, adminNick, ...wire }) => ({
    ...wire,
    name: userName,
    by: adminNick || adminId,
  })),
);
export type Block = v.InferOutput<typeof block>;

const PLACES: Readonly<Record<number, "over" | "robot" | "agent" | "waiting">> = {
  [UserStatus.Ended]: "over",
  [UserStatus.Robot]: "robot",
  [UserStatus.Manual]: "agent",
  [UserStatus.Queued]: "waiting",
};

/** Response of watch: whom the visitor is with, the agent, and whether the caller looks after it. */
export const watched = v.pipe(
  v.object({ status: count, adminId: text, adminNick: text, oversees: flag }),
  v.transform(({ status, adminId, adminNick, oversees }) => ({
    place: PLACES[status] ?? "over",
    agentId: adminId,
    agent: adminNick,
    isOverseen: oversees,
  })),
);
export type Watched = v.InferOutput<typeof watched>;

/** Response of blocks/list. */
export const blocks = v.object({ list: lenientList(block) });

/** For how long a visitor can be blocked, as the wire spells it. */
export const BLOCK_LENGTHS = ["hour", "day", "week", "month", "ever"] as const;
export type BlockLength = (typeof BLOCK_LENGTHS)[number];

const pastConversation = v.pipe(
  v.object({
    userId: text,
    sessionId: v.pipe(v.string(), v.nonEmpty()),
    since: wireTime,
    until: wireTime,
    messages: count,
    firstWords: text,
    agents: lenientList(v.string()),
    star: maybeCount,
    solved: flag,
  }),
  v.transform(({ star, solved, ...wire }) => ({
    ...wire,
    rating: star === undefined ? undefined : { stars: star, isSolved: solved },
  })),
);
export type PastConversation = v.InferOutput<typeof pastConversation>;

/** Response of getVisitorPast: what the person did before, under any of their names. */
export const past = v.pipe(
  v.object({
    conversations: lenientList(pastConversation),
    more: flag,
    leaveMsgs: lenientList(leftMessage),
    workOrders: lenientList(workOrder),
    samePerson: lenientList(v.string()),
  }),
  v.transform(({ more, leaveMsgs, workOrders, ...wire }) => ({
    ...wire,
    hasMore: more,
    messages: leaveMsgs,
    orders: workOrders,
  })),
);
export type Past = v.InferOutput<typeof past>;

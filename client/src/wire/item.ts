/**
 * Left messages and work orders as agents work on them, and saved views of them: Protocol, 'Items'.
 *
 * itemId → id, adminId → agentId, adminNick → agentName, content → text, unread → isUnread.
 */
import * as v from "valibot";
import { leftMessage } from "./leaveMessage";
import { count, flag, lenientList, text, wireTime } from "./scalars";
import { orderReply, workOrder } from "./workOrder";

export const PRIORITIES = ["low", "normal", "high", "urgent"] as const;
export type Priority = (typeof PRIORITIES)[number];

export const STATUSES = ["new", "accepted", "waiting", "resolved", "closed", "filed"] as const;
export type Status = (typeof STATUSES)[number];

/** A left message or a work order in a list. `due` is 0 without a due time, `agentId` empty if nobody does it. */
export const item = v.pipe(
  v.object({
    kind: v.picklist(["leaveMsg", "workOrder"]),
    itemId: v.pipe(v.string(), v.nonEmpty()),
    userId: text,
    userName: text,
    email: text,
    content: text,
    createTime: wireTime,
    updateTime: wireTime,
    status: v.fallback(v.picklist(STATUSES), "new"),
    priority: v.fallback(v.picklist(PRIORITIES), "normal"),
    adminId: text,
    adminNick: text,
    due: wireTime,
    unread: flag,
    lastHandleType: count,
    cursor: count,
  }),
  v.transform((wire) => ({
    kind: wire.kind === "leaveMsg" ? ("message" as const) : ("order" as const),
    id: wire.itemId,
    userId: wire.userId,
    name: wire.userName,
    email: wire.email,
    text: wire.content,
    at: wire.createTime,
    changedAt: wire.updateTime,
    status: wire.status,
    priority: wire.priority,
    agentId: wire.adminId,
    agentName: wire.adminNick || wire.adminId,
    due: wire.due,
    isUnread: wire.unread,
    /** The visitor wrote last. */
    isVisitorsTurn: wire.lastHandleType === 2,
    cursor: wire.cursor,
  })),
);
export type Item = v.InferOutput<typeof item>;

/** Response of items/list; `waiting` is the number that nobody has handled. */
export const itemPage = v.pipe(
  v.object({ list: lenientList(item), cursor: text, waiting: count }),
  v.transform((wire) => ({ items: wire.list, next: wire.cursor, waiting: wire.waiting })),
);

/** Response of items/get and items/note. */
export const wholeItem = v.pipe(
  v.object({
    item,
    message: v.optional(leftMessage),
    order: v.optional(workOrder),
    handleList: lenientList(orderReply),
  }),
  v.transform(({ handleList, ...wire }) => ({ ...wire, talk: handleList })),
);
export type WholeItem = v.InferOutput<typeof wholeItem>;

const refused = v.pipe(
  v.object({ itemId: text, why: text }),
  v.transform((wire) => ({ id: wire.itemId, why: wire.why })),
);

/** Response of items/change. */
export const changedItems = v.object({ changed: lenientList(item), refused: lenientList(refused) });

/** What a view shows; an empty value filters nothing. */
export const itemFilter = v.object({
  kind: v.fallback(v.picklist(["", "leaveMsg", "workOrder"]), ""),
  whose: v.fallback(v.picklist(["", "me", "nobody", "agent"]), ""),
  adminId: text,
  priority: v.fallback(v.picklist(["", ...PRIORITIES]), ""),
  due: v.fallback(v.picklist(["", "overdue", "today", "week"]), ""),
  state: v.fallback(v.picklist(["", "open", "ended"]), ""),
  status: v.fallback(v.picklist(["", ...STATUSES]), ""),
  text,
});
export type ItemFilter = v.InferOutput<typeof itemFilter>;

/** Response of views/save. */
export const itemView = v.pipe(
  v.object({ id: v.pipe(v.string(), v.nonEmpty()), name: text, shared: flag, filter: itemFilter }),
  v.transform(({ shared, ...wire }) => ({ ...wire, isShared: shared })),
);
export type ItemView = v.InferOutput<typeof itemView>;

/** Response of views/list. */
export const itemViews = v.pipe(
  v.object({ list: lenientList(itemView) }),
  v.transform((wire) => wire.list),
);

/** Messages that visitors leave if no agent is there: Protocol, 'Left messages'. */
import * as v from "valibot";
import { count, lenientList, text, wireTime } from "./scalars";

/** A left message; `remark` and `handledBy` are empty until an agent handles it. */
export const leftMessage = v.pipe(
  v.object({
    id: v.pipe(v.string(), v.nonEmpty()),
    customerName: text,
    customerPhone: text,
    customerEmail: text,
    msgContent: text,
    createTime: wireTime,
    msgState: count,
    updateTime: wireTime,
    updateUserName: text,
    msgDesc: text,
  }),
  v.transform((wire) => ({
    id: wire.id,
    name: wire.customerName,
    phone: wire.customerPhone,
    email: wire.customerEmail,
    content: wire.msgContent,
    at: wire.createTime,
    // Protocol, 'Left messages': 1 means handled, any other number not handled.
    isHandled: wire.msgState === 1,
    handledAt: wire.updateTime,
    handledBy: wire.updateUserName,
    remark: wire.msgDesc,
  })),
);
export type LeftMessage = v.InferOutput<typeof leftMessage>;

/** Response of leaveMsg. */
export const messageLeft = v.object({ id: text });

/** Response of getLeaveMsgList: newest first, at most 50. */
export const leftMessages = lenientList(leftMessage);

/** Response of an agent's listLeaveMsgs; `waiting` is the number not handled yet. */
export const leftMessagesPage = v.pipe(
  v.object({ list: lenientList(leftMessage), cursor: text, waiting: count }),
  v.transform((wire) => ({ messages: wire.list, cursor: wire.cursor, waiting: wire.waiting })),
);

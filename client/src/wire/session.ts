/** Responses of the calls of a session: Protocol, 'Visitor calls'. */
import * as v from "valibot";
import { answerFields, answerOf, wantsAgent } from "./answer";
import { AskStatus, TransferStatus, UserStatus } from "./codes";
import { type VisitorEvent, visitorEvent } from "./event";
import { message } from "./message";
import { count, flag, lenientList, text, wireTime } from "./scalars";

export type Phase = "ended" | "robot" | "queued" | "manual";

const PHASES: Readonly<Record<number, Phase>> = {
  [UserStatus.Robot]: "robot",
  [UserStatus.Manual]: "manual",
  [UserStatus.Queued]: "queued",
};

const TRANSFER_RESULTS: Readonly<Record<number, "noAgent" | "connected" | "queued" | "offWork">> = {
  [TransferStatus.NoAgent]: "noAgent",
  [TransferStatus.Connected]: "connected",
  [TransferStatus.Queued]: "queued",
  [TransferStatus.OffWork]: "offWork",
};

const phase = v.pipe(
  count,
  v.transform((status) => PHASES[status] ?? "ended"),
);

/** How long a waiting visitor will still wait, in ms from the answer on; absent if nothing may be told. */
const expectedWait = v.fallback(v.optional(v.object({ from: v.number(), to: v.number() })), undefined);
export type ExpectedWait = { from: number; to: number } | undefined;

/** Response of chatStart. */
export const started = v.pipe(
  v.object({
    userId: text,
    sessionId: text,
    pollId: text,
    status: phase,
    serverTime: wireTime,
    adminNick: text,
    token: text,
    epoch: text,
    offline: count,
    enableEvaluate: flag,
    waitIndex: count,
    expectedWait,
    evaluated: flag,
  }),
  v.transform(({ status, waitIndex, adminNick, ...wire }) => ({
    ...wire,
    phase: status,
    position: waitIndex,
    agentNick: adminNick,
  })),
);
export type Started = v.InferOutput<typeof started>;

/** Response of getEventMsg. */
export const polled = v.pipe(
  v.object({
    status: phase,
    waitIndex: count,
    expectedWait,
    cursor: count,
    epoch: text,
    more: flag,
    gap: flag,
    msgList: v.array(visitorEvent),
  }),
  v.transform(({ status, waitIndex, msgList, more, gap, ...wire }) => ({
    ...wire,
    phase: status,
    position: waitIndex,
    hasMore: more,
    hasGap: gap,
    events: msgList satisfies VisitorEvent[],
  })),
);
/** `callCursor`: the page has handled every call signal up to this number. Sent from the first call on. */
export type PollAsk = { cursor: number; epoch: string; wait: number; callCursor?: number };
export type Polled = v.InferOutput<typeof polled>;

/**
 * Response of getHistoryMsg; `maxTime` is the cursor of the next, older page. Only `more` says whether there is one:
 * the server limits a page's bytes, so a short page need not be the last.
 */
export const historyPage = v.pipe(
  v.object({ msgList: lenientList(message), maxTime: count, more: flag }),
  v.transform((wire) => ({ messages: wire.msgList, before: wire.maxTime, hasOlder: wire.more })),
);
export type HistoryPage = v.InferOutput<typeof historyPage>;

/** Response of getOfflineMsg. */
export const offlineMessages = v.pipe(
  v.object({ msgList: lenientList(message) }),
  v.transform((wire) => wire.msgList),
);

/** Response of sendMsg. */
export const sent = v.pipe(
  v.object({ msgId: text, msgTime: wireTime, seq: count }),
  v.transform((wire) => ({ messageId: wire.msgId, at: wire.msgTime, seq: wire.seq })),
);
export type Sent = v.InferOutput<typeof sent>;

/** Response of transferAgent. */
export const transferred = v.pipe(
  v.object({ status: count, waitIndex: count, expectedWait }),
  v.transform((wire) => ({
    result: TRANSFER_RESULTS[wire.status] ?? ("failed" as const),
    position: wire.waitIndex,
    expectedWait: wire.expectedWait,
  })),
);
export type Transferred = {
  result: "noAgent" | "connected" | "queued" | "offWork" | "failed";
  position: number;
  expectedWait?: ExpectedWait;
};

/** Response of robotAsk: the question's place in the log, and the reply. */
export const asked = v.pipe(
  v.object({
    ...answerFields,
    status: count,
    answer: text,
    askMsgId: text,
    askSeq: count,
    msgId: text,
    seq: count,
    msgTime: wireTime,
  }),
  v.transform((wire) => ({
    hasEnded: wire.status === AskStatus.Ended,
    wantsTransfer: wire.status === AskStatus.Transfer || wantsAgent(wire.instruction),
    question: { messageId: wire.askMsgId, seq: wire.askSeq },
    reply: {
      messageId: wire.msgId,
      seq: wire.seq,
      at: wire.msgTime,
      answer: answerOf(wire, wire.answer),
    },
  })),
);
export type Asked = v.InferOutput<typeof asked>;

/** Response of getAdminCard. */
export const agentCard = v.pipe(
  v.object({
    adminId: text,
    adminNick: text,
    adminFace: text,
    adminCardSign: text,
    adminCardTel: text,
    adminCardMobile: text,
    adminCardEmail: text,
    adminCardQq: text,
    adminCardWechat: text,
  }),
  v.transform((wire) => ({
    id: wire.adminId,
    nick: wire.adminNick,
    face: wire.adminFace,
    signature: wire.adminCardSign,
    phone: wire.adminCardTel,
    mobile: wire.adminCardMobile,
    email: wire.adminCardEmail,
    qq: wire.adminCardQq,
    wechat: wire.adminCardWechat,
  })),
);
export type AgentCard = v.InferOutput<typeof agentCard>;

/** Response of getRobotDoc. */
export const article = v.pipe(
  v.object({ docQuestion: text, docAnswer: text }),
  v.transform((wire) => ({ title: wire.docQuestion, html: wire.docAnswer })),
);

/** Response of queueTicket. */
export const queueTicket = v.object({ link: text });

/** Response of upload. */
export const uploaded = v.object({ url: text, name: text });
export type Uploaded = v.InferOutput<typeof uploaded>;

/**
 * Messages as the wire writes them, read into the words of the product. What a client does not know becomes
 * `unsupported`: the page shows a line, and never breaks (Spec §8).
 *
 * msgType → kind, senderType → sender, msgTime → at, faceUrl → face, recallFlag → isRecalled,
 * showTransferBtn → transferOffer, `id` (the page's own) → clientId.
 */
import * as v from "valibot";
import { AnswerType, MsgType, SenderType, TransferOffer } from "./codes";
import { count, flag, jsonText, lenientList, maybeCount, text, wireTime } from "./scalars";

export type Sender = "visitor" | "agent" | "robot" | "system";
/** Whether an answer offers an agent: not at all, as a button, or by itself after a second. */
export type Offer = "none" | "button" | "automatic";
export type AnswerKind = "answer" | "guide" | "unknown";
export type Suggestion = { question: string; docId: string };

/** One reply of the robot. Text may be rich; it is sanitised where it is shown. */
export type AnswerPart = { kind: "text"; text: string };

export type Content =
  | { kind: "text"; text: string }
  | { kind: "richText"; html: string }
  | { kind: "image"; url: string; fileName: string; width?: number; height?: number }
  | { kind: "video"; url: string; fileName: string }
  | { kind: "audio"; url: string; fileName: string }
  | { kind: "file"; url: string; fileName: string; sizeBytes?: number }
  | {
      kind: "answer";
      parts: AnswerPart[];
      answerKind: AnswerKind;
      docId: string;
      suggestions: Suggestion[];
      transferOffer: Offer;
    }
  | { kind: "line"; text: string; lineKey: string }
  | { kind: "unsupported" };

/** A message of the session's log. Text of a recalled message is never there. */
export type Message = {
  id: string;
  /** The page's own id of a message this visitor sent. */
  clientId?: string;
  sessionId: string;
  /** Place in the session's log: 1, 2, 3 … without holes. */
  seq?: number;
  sender: Sender;
  senderName: string;
  face: string;
  at: number;
  isRecalled: boolean;
  isSensitive: boolean;
  content: Content;
};

const wireFields = v.object({
  seq: maybeCount,
  msgId: text,
  id: text,
  sessionId: text,
  msgType: v.nullish(v.union([v.number(), v.string()]), MsgType.Text),
  msgContent: text,
  senderType: count,
  senderName: text,
  faceUrl: text,
  msgTime: wireTime,
  recallFlag: flag,
  sensitiveFlag: flag,
  fileName: text,
  size: maybeCount,
  width: maybeCount,
  height: maybeCount,
  answers: v.optional(v.unknown()),
  answerType: count,
  docId: text,
  suggestList: lenientList(v.object({ question: text, docId: text })),
  showTransferBtn: count,
  lineKey: text,
});

/** Reads one message of a history or of a 1201. */
export const message = v.pipe(
  wireFields,
  v.transform(
    (wire): Message => ({
      id: wire.msgId,
      ...(wire.id === "" ? {} : { clientId: wire.id }),
      sessionId: wire.sessionId,
      ...(wire.seq === undefined ? {} : { seq: wire.seq }),
      sender: sender(wire.senderType),
      senderName: wire.senderName,
      face: wire.faceUrl,
      at: wire.msgTime,
      isRecalled: wire.recallFlag,
      isSensitive: wire.sensitiveFlag,
      content: content(wire),
    }),
  ),
);

const parts = jsonText(
  lenientList(v.object({ replySource: text, answer: text })),
  [] as { replySource: string; answer: string }[],
);

/** The robot's replies as the page shows them; sources it does not know are left out. */
export const answerParts = v.pipe(
  parts,
  v.transform((replies): AnswerPart[] =>
    replies
      .filter((reply) => reply.replySource === "TEXT_REPLY" && reply.answer !== "")
      .map((reply) => ({ kind: "text", text: reply.answer })),
  ),
);

export function sender(senderType: number): Sender {
  switch (senderType) {
    case SenderType.Visitor:
      return "visitor";
    case SenderType.Agent:
      return "agent";
    case SenderType.Robot:
      return "robot";
    default:
      return "system";
  }
}

export function offer(showTransferBtn: number): Offer {
  if (showTransferBtn === TransferOffer.Automatic) return "automatic";
  return showTransferBtn === TransferOffer.Button ? "button" : "none";
}

export function answerKind(answerType: number): AnswerKind {
  if (answerType === AnswerType.Guide) return "guide";
  return answerType === AnswerType.Unknown ? "unknown" : "answer";
}

function content(wire: v.InferOutput<typeof wireFields>): Content {
  if (sender(wire.senderType) === "system") {
    return { kind: "line", text: wire.msgContent, lineKey: wire.lineKey };
  }
  const file = { url: wire.msgContent, fileName: wire.fileName };
  switch (Number(wire.msgType)) {
    case MsgType.Text:
      return { kind: "text", text: wire.msgContent };
    case MsgType.RichText:
      return richContent(wire);
    case MsgType.Image:
      return {
        kind: "image",
        ...file,
        ...(wire.width && wire.height ? { width: wire.width, height: wire.height } : {}),
      };
    case MsgType.Video:
      return { kind: "video", ...file };
    case MsgType.Audio:
      return { kind: "audio", ...file };
    case MsgType.File:
      return { kind: "file", ...file, ...(wire.size === undefined ? {} : { sizeBytes: wire.size }) };
    default:
      return { kind: "unsupported" };
  }
}

function richContent(wire: v.InferOutput<typeof wireFields>): Content {
  if (wire.answerType === 0) return { kind: "richText", html: wire.msgContent };
  const replies = v.parse(answerParts, wire.answers);
  return {
    kind: "answer",
    parts: replies.length > 0 || wire.msgContent === "" ? replies : [{ kind: "text", text: wire.msgContent }],
    answerKind: answerKind(wire.answerType),
    docId: wire.docId,
    suggestions: wire.suggestList,
    transferOffer: offer(wire.showTransferBtn),
  };
}

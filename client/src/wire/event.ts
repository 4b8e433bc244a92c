/** The events of a visitor's poll: Protocol, 'Events'. */
import * as v from "valibot";
import { EventCode, OutType } from "./codes";
import type { FormAnswers } from "./form";
import { type Feedback, feedbackOf, type Message, message, noteOf } from "./message";
import { count, flag, jsonText, lenientList, maybeCount, text, wireTime } from "./scalars";

/** Why a session ended; any other number means that it is over. */
const CLOSE_REASONS: Readonly<Record<number, "visitorTimeout" | "agentClosed" | "openedElsewhere">> = {
  [OutType.VisitorTimeout]: "visitorTimeout",
  [OutType.AgentClosed]: "agentClosed",
  [OutType.OpenedElsewhere]: "openedElsewhere",
};
export type CloseReason = (typeof CLOSE_REASONS)[number] | "over";

/** A change to a message. `filled` has the answers in the order of the form's fields. */
export type Amendment = {
  filled?: readonly FormAnswers[string][];
  feedback?: Feedback;
  /** The page must hide the message. */
  isHidden?: boolean;
};

type EventBody =
  | { kind: "message"; message: Message }
  | { kind: "agentConnected"; agent: { id: string; nick: string; face: string } }
  | { kind: "closed"; reason: CloseReason; line: string }
  | { kind: "evaluationInvited" }
  | { kind: "agentTyping" }
  | { kind: "recalled"; messageId: string }
  | { kind: "amended"; messageId: string; amendment: Amendment }
  /** Something about a call; `line` is its text in the list, `raw` the event for `readCallNews`. */
  | { kind: "call"; line: string; callSeq?: number; raw: unknown }
  | { kind: "unknown"; code: number };

/** One event of a poll's response. Typing and a reply that is still streaming have no `seq`. */
export type VisitorEvent = EventBody & { seq?: number; sessionId: string; at: number };

const entry = v.looseObject({
  event: count,
  seq: maybeCount,
  sessionId: text,
  msgTime: wireTime,
  msgId: text,
  msgContent: text,
  adminId: text,
  adminNick: text,
  adminFace: text,
  outType: count,
  filledFlag: flag,
  // A robot's message uses this name for its parts.
  answers: v.optional(v.unknown()),
  disabled: v.nullish(v.unknown()),
  docNode: v.nullish(v.unknown()),
  callSeq: maybeCount,
});

const filled = jsonText(
  lenientList(v.nullish(v.union([v.array(v.string()), text]), "")),
  [] as FormAnswers[string][],
);

/** Reads an unreadable event as `unknown`, so that the cursor passes it and the page goes on. */
export const visitorEvent = v.pipe(
  v.unknown(),
  v.transform((raw): VisitorEvent => {
    const read = v.safeParse(entry, raw);
    if (!read.success) return { kind: "unknown", code: 0, sessionId: "", at: 0 };
    const wire = read.output;
    return {
      ...bodyOf(wire, raw),
      ...(wire.seq === undefined ? {} : { seq: wire.seq }),
      sessionId: wire.sessionId,
      at: wire.msgTime,
    };
  }),
);

function bodyOf(wire: v.InferOutput<typeof entry>, raw: unknown): EventBody {
  switch (wire.event) {
    case EventCode.Message: {
      const read = v.safeParse(message, raw);
      return read.success ? { kind: "message", message: read.output } : { kind: "unknown", code: wire.event };
    }
    case EventCode.AgentConnected:
      return {
        kind: "agentConnected",
        agent: { id: wire.adminId, nick: wire.adminNick, face: wire.adminFace },
      };
    case EventCode.SessionClosed:
      return { kind: "closed", reason: CLOSE_REASONS[wire.outType] ?? "over", line: wire.msgContent };
    case EventCode.EvaluationInvited:
      return { kind: "evaluationInvited" };
    case EventCode.AgentTyping:
      return { kind: "agentTyping" };
    case EventCode.MessageRecalled:
      return { kind: "recalled", messageId: wire.msgId };
    case EventCode.MessageAmended:
      // Without a message id, the event only takes a place in the log.
      return wire.msgId === ""
        ? { kind: "unknown", code: wire.event }
        : { kind: "amended", messageId: wire.msgId, amendment: amendment(wire) };
    case EventCode.Call:
    case EventCode.CallRefused: {
      const { msgContent: line, callSeq } = wire;
      return { kind: "call", line, raw, ...(callSeq === undefined ? {} : { callSeq }) };
    }
    default:
      return { kind: "unknown", code: wire.event };
  }
}

function amendment(wire: v.InferOutput<typeof entry>): Amendment {
  const { feedback, isHidden } = noteOf(wire.docNode);
  const rated = feedbackOf(wire.disabled) ?? feedback;
  return {
    ...(wire.filledFlag ? { filled: v.parse(filled, wire.answers) } : {}),
    ...(rated ? { feedback: rated } : {}),
    ...(isHidden ? { isHidden } : {}),
  };
}

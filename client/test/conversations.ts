/** Makes messages, events and sessions for tests. */
import type { Change } from "../src/conversation/change";
import { reduce } from "../src/conversation/reduce";
import { type Conversation, type Entry, emptyConversation } from "../src/conversation/types";
import type { Answer } from "../src/wire/answer";
import type { VisitorEvent } from "../src/wire/event";
import type { Message } from "../src/wire/message";
import type { Started } from "../src/wire/session";

export const SESSION = "v.1";

export function message(seq: number, over: Partial<Message> = {}): Message {
  return {
    id: `${SESSION}.${seq}`,
    sessionId: SESSION,
    seq,
    sender: "agent",
    senderName: "Mia",
    face: "",
    at: seq * 1000,
    isRecalled: false,
    isSensitive: false,
    content: { kind: "text", text: `message ${seq}` },
    ...over,
  };
}

export function received(each: Message): Change {
  return {
    kind: "event",
    now: 0,
    event: {
      kind: "message",
      message: each,
      sessionId: each.sessionId,
      at: each.at,
      ...(each.seq === undefined ? {} : { seq: each.seq }),
    },
  };
}

export function told(event: VisitorEvent, now = 0): Change {
  return { kind: "event", event, now };
}

export function written(key: string, text: string, at: number): Change {
  return {
    kind: "written",
    entry: {
      key,
      id: "",
      sessionId: SESSION,
      sender: "visitor",
      senderName: "",
      face: "",
      at,
      isRecalled: false,
      delivery: "sending",
      content: { kind: "text", text },
    },
  };
}

export function started(over: Partial<Started> = {}): Started {
  return {
    userId: "v",
    sessionId: SESSION,
    pollId: "p",
    phase: "robot",
    serverTime: 0,
    agentNick: "",
    token: "t",
    epoch: "e",
    offline: 0,
    enableEvaluate: false,
    position: 0,
    evaluated: false,
    ...over,
  };
}

export function open(over: Partial<Started> = {}): Conversation {
  return changed(emptyConversation, { kind: "started", started: started(over), isOtherVisitor: false });
}

export function changed(chat: Conversation, ...changes: Change[]): Conversation {
  return changes.reduce(reduce, chat);
}

export function texts(entries: readonly Entry[]): string[] {
  return entries.map((entry) =>
    entry.content.kind === "text" || entry.content.kind === "line" ? entry.content.text : entry.content.kind,
  );
}

/** An empty robot's answer with the fields of `over`. */
export function answer(over: Partial<Answer> = {}): Answer {
  return {
    parts: [],
    answerKind: "answer",
    docId: "",
    suggestions: [],
    buttons: [],
    isBar: false,
    references: [],
    handover: "",
    transferOffer: "none",
    ...over,
  };
}

/** Builds the messages of scenes from a golden visit, through the page's own parser and reducer. */

import * as v from "valibot";
import channelInfo from "../../../fixtures/wire/visitor/channelInfo/response.json";
import { answer } from "../../test/conversations";
import type { Change } from "../conversation/change";
import { reduce } from "../conversation/reduce";
import { type Row, rowsOf } from "../conversation/rows";
import { type Conversation, type Entry, emptyConversation } from "../conversation/types";
import type { Answer } from "../wire/answer";
import { channel as channelSchema } from "../wire/channel";
import type { Content, Message } from "../wire/message";

export const channel = v.parse(channelSchema, channelInfo.data);

/** The time of the golden files, so that nothing depends on the clock. */
export const NOW = 1_790_000_000_000;

export const SESSION = "v_3f1c9a5e7b2d4c60.1";
export const MIA = {
  id: "mia",
  nick: "Mia",
  face: "/demo/faces/mia.svg",
  signature: "Ferns and shade plants",
};

/** Sample messages in one language, which show its letters and its direction. */
export type Said = { question: string; answer: string; long: string };

export function rows(chat: Conversation, entries: readonly Entry[]): Row[] {
  return rowsOf({ ...chat, entries });
}

export function opened(): Conversation {
  return { ...emptyConversation, stage: "open", connection: "online", sessionId: SESSION, phase: "manual" };
}

export function changed(chat: Conversation, ...changes: Change[]): Conversation {
  return changes.reduce(reduce, chat);
}

export function received(message: Message): Change {
  return {
    kind: "event",
    now: NOW,
    event: { kind: "message", message, sessionId: message.sessionId, at: message.at },
  };
}

export function entryMessage(seq: number, sender: Message["sender"], content: Content): Message {
  return {
    id: `${SESSION}.${seq}`,
    sessionId: SESSION,
    seq,
    sender,
    senderName: sender === "agent" ? MIA.nick : sender === "robot" ? channel.robotName : "",
    face: sender === "agent" ? MIA.face : sender === "robot" ? channel.robotIcon : "",
    at: NOW + seq * 1000,
    isRecalled: false,
    isSensitive: false,
    content,
  };
}

export function entry(at: number, sender: Message["sender"], content: Content): Entry {
  const { isSensitive: _, ...message } = entryMessage(at, sender, content);
  return { ...message, key: message.id, delivery: "sent" };
}

export function answered(over: Partial<Answer>): Content {
  return { kind: "answer", ...answer(over) };
}

export function textPart(text: string): Answer["parts"][number] {
  return { kind: "text", text, docId: "" };
}

export function suggested(question: string): { question: string; docId: string } {
  return { question, docId: "" };
}

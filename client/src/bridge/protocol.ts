/**
 * All messages between the chat frame and the host page.
 * Both sides check the exact origin. The frame's messages carry no ids and no tokens; their only text is for the peek.
 * `keep` is the exception, for browsers that deny the frame its storage: docs/decisions/0029.
 */

import type {
  ChatError,
  ChatEvents,
  ChatStatus,
  GoodsCard,
  VisitorFacts,
} from "../../packages/embed/src/api";
import { isRecord } from "../lib/record";

/** The name of the loader's frame. The host page talks to it; a frame that a page builds itself may get no messages. */
export const FRAME_NAME = "frontdesk";

/** frame → page. `hidden` and `close` carry the flags of Protocol, 'postMessage', for pages that build the frame. */
export type FrameSays = { source: "frontdesk" } & (
  | /** The frame listens; the page may deliver its earlier messages. */ { kind: "ready" }
  /** Hide the frame, keep the chat. */
  | { kind: "hidden"; hidden: true }
  /** The chat is over: hide the frame and remove it. */
  | { kind: "close"; hidden: true; close: true }
  /** How many messages came while the frame was hidden. */
  | { kind: "unread"; unread: number }
  /**
   * A message came while the visitor did not look. `text` is its plain text for the launcher's peek, `close` the label
   * of the peek's close button in the visitor's language.
   */
  | { kind: "message"; text?: string; close?: string }
  | { kind: "status"; status: ChatStatus }
  | { kind: "queue"; position: number }
  /** The agent's call starts or stops ringing; `text` names the agent for the peek. */
  | { kind: "call"; isRinging: boolean; text?: string; close?: string }
  | { kind: "error"; error: ChatError }
  /** Something happened that a shop's analytics count. */
  | ({ kind: "deed" } & ChatDeed)
  /** The page stores this value for the frame under this name; without a value it removes the name. */
  | { kind: "keep"; name: string; value?: string | undefined }
);

/** What happened in the chat; no text, name or id. */
export type ChatDeed =
  | { deed: "messageSent" | "leftMessage" | "rated" }
  | { deed: "messageReceived"; from: ChatEvents["messageReceived"] };

/** Values by name; the page does not read them. */
export type Kept = Readonly<Record<string, string>>;

/** page → frame. */
export type HostSays = { source: "frontdesk-host" } & (
  | /**
   * The first message; the frame learns its parent's origin from the event. `kept` is what the page stores for a
   * frame without storage; the page leaves it out if it can store nothing.
   */ { kind: "init"; kept?: Kept | undefined }
  | { kind: "open" }
  | { kind: "hide" }
  | { kind: "identify"; visitor: VisitorFacts }
  | { kind: "card"; card?: GoodsCard | undefined }
  | { kind: "locale"; locale: string }
  | { kind: "prefill"; text: string }
);

export function isFrameSays(said: unknown): said is FrameSays {
  if (!isRecord(said) || said.source !== "frontdesk") return false;
  switch (said.kind) {
    case "ready":
    case "hidden":
    case "close":
      return true;
    case "message":
      return isText(said.text) && isText(said.close);
    case "call":
      return typeof said.isRinging === "boolean" && isText(said.text) && isText(said.close);
    case "unread":
      return typeof said.unread === "number";
    case "queue":
      return typeof said.position === "number";
    case "status":
      return typeof said.status === "string";
    case "error":
      return typeof said.error === "string";
    case "deed":
      return isDeed(said.deed, said.from);
    case "keep":
      return typeof said.name === "string" && isText(said.value);
    default:
      return false;
  }
}

function isDeed(deed: unknown, from: unknown): boolean {
  if (deed === "messageReceived") return from === "robot" || from === "agent";
  return deed === "messageSent" || deed === "leftMessage" || deed === "rated";
}

function isText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}

/**
 * What the chat frame and the page around it say to each other, both ways, in this one file.
 * Origins are exact on both sides. What the frame says carries no ids and no tokens, and the one text is the peek's.
 * `keep` is the exception, where the browser denies the frame its storage: docs/decisions/0029.
 */

import type { ChatError, ChatStatus, GoodsCard, VisitorFacts } from "../../packages/embed/src/api";
import { isRecord } from "../lib/record";

/** How the loader names its frame. A frame of this name is spoken to; a page's own frame may never be. */
export const FRAME_NAME = "frontdesk";

/** frame → page. `hidden` and `close` also carry the flags of Protocol, 'postMessage', for pages with a frame of their own. */
export type FrameSays = { source: "frontdesk" } & (
  | /** The frame listens; calls the page made earlier may be delivered. */ { kind: "ready" }
  /** Hide the frame, keep the chat. */
  | { kind: "hidden"; hidden: true }
  /** The chat is over: hide the frame and take it away. */
  | { kind: "close"; hidden: true; close: true }
  /** How many messages came while the frame was hidden. */
  | { kind: "unread"; unread: number }
  /**
   * A message came; while the frame is hidden with its first line, plain, for the launcher's peek, and with the
   * word for putting that away, which the frame knows in the visitor's language.
   */
  | { kind: "message"; text?: string; close?: string }
  | { kind: "status"; status: ChatStatus }
  | { kind: "queue"; position: number }
  /** The agent calls, or does not any more; with who does, for the peek. */
  | { kind: "call"; isRinging: boolean; text?: string; close?: string }
  | { kind: "error"; error: ChatError }
  /** The page keeps this value for the frame under this name; without a value it forgets what it kept there. */
  | { kind: "keep"; name: string; value?: string | undefined }
);

/** Values by name: opaque to the page. */
export type Kept = Readonly<Record<string, string>>;

/** page → frame. */
export type HostSays = { source: "frontdesk-host" } & (
  | /**
   * First words; the frame learns its parent's origin from the event that carries them. `kept` is what the page keeps
   * for a frame without storage; the page leaves it out if it can keep nothing.
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
    case "keep":
      return typeof said.name === "string" && isText(said.value);
    default:
      return false;
  }
}

function isText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}

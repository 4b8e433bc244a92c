/**
 * What the chat frame and the page around it say to each other, both ways, in this one file.
 * Origins are exact on both sides; nothing said carries ids or tokens, and the one text is the peek's.
 */

/** frame → page. */
export type FrameSays =
  /** The frame listens; calls the page made earlier may be delivered. */
  | { source: "frontdesk"; kind: "ready" }
  /** Hide the frame, keep the chat. */
  | { source: "frontdesk"; kind: "hidden" }
  /** The chat is over: hide the frame and take it away. */
  | { source: "frontdesk"; kind: "close" }
  /** How many messages came while the frame was hidden. */
  | { source: "frontdesk"; kind: "unread"; unread: number }
  /**
   * A message came; while the frame is hidden with its first line, plain, for the launcher's peek, and with the
   * word for putting that away, which the frame knows in the visitor's language.
   */
  | { source: "frontdesk"; kind: "message"; text?: string; close?: string };

/** page → frame. */
export type HostSays =
  /** First words; the frame learns its parent's origin from the event that carries them. */
  | { source: "frontdesk-host"; kind: "init" }
  | { source: "frontdesk-host"; kind: "open" }
  | { source: "frontdesk-host"; kind: "hide" }
  /** New facts about the visitor, by name. */
  | { source: "frontdesk-host"; kind: "update"; params: Record<string, string> };

export function isFrameSays(said: unknown): said is FrameSays {
  if (!isRecord(said) || said.source !== "frontdesk") return false;
  switch (said.kind) {
    case "ready":
    case "hidden":
    case "close":
      return true;
    case "message":
      return isText(said.text) && isText(said.close);
    case "unread":
      return typeof said.unread === "number";
    default:
      return false;
  }
}

export function isHostSays(said: unknown): said is HostSays {
  if (!isRecord(said) || said.source !== "frontdesk-host") return false;
  switch (said.kind) {
    case "init":
    case "open":
    case "hide":
      return true;
    case "update":
      return isRecord(said.params) && Object.values(said.params).every((value) => typeof value === "string");
    default:
      return false;
  }
}

function isText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/**
 * The chat's frame. Messages in both directions are bound to the exact origin.
 *
 * The page speaks first. The chat may load its language before it listens, so the page repeats `init` until the chat
 * responds with `ready`. A refused frame never responds. The page reports that after `LATE_MS`, and stays quiet until
 * the chat is opened again.
 */

import { FRAME_NAME, type FrameSays, type HostSays, isFrameSays, type Kept } from "../../bridge/protocol";

/** A chat inside the panel. */
export interface Frame {
  /** Posts a message to the chat, if it already listens; returns whether it does. */
  say(said: HostSays): boolean;
  focus(): void;
  /** Reloads a chat that never responded, because it is opened again. */
  wake(): void;
  remove(): void;
}

const ALLOWED =
  "camera; microphone; autoplay; clipboard-write; display-capture; fullscreen; picture-in-picture";
const REPEAT_MS = 250;
/** A chat that takes longer to load and listen counts as refused. */
const LATE_MS = 20_000;

/** The callbacks of a frame. */
export interface FrameHost {
  /** Takes each message of the chat. */
  hear(said: FrameSays): void;
  /** Reports that the chat does not respond. */
  miss(): void;
  /** The values that the page keeps for a chat without storage. */
  kept(): Kept | undefined;
}

/** Loads the chat at `address` into `panel`. */
export function openFrame(
  panel: HTMLElement,
  address: URL,
  title: string,
  { hear, miss, kept }: FrameHost,
): Frame {
  const frame = document.createElement("iframe");
  frame.title = title;
  frame.name = FRAME_NAME;
  frame.allow = ALLOWED;
  frame.src = address.href;
  let listens = false;
  let isLate = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  let late: ReturnType<typeof setTimeout> | undefined;
  const post = (said: HostSays): void => frame.contentWindow?.postMessage(said, address.origin);
  const rest = (): void => {
    clearInterval(timer);
    clearTimeout(late);
  };
  const expect = (): void => {
    rest();
    isLate = false;
    late = setTimeout(() => {
      rest();
      isLate = true;
      miss();
    }, LATE_MS);
  };
  const introduce = (): void => {
    expect();
    listens = false;
    const init = (): void => post({ source: "frontdesk-host", kind: "init", kept: kept() });
    init();
    timer = setInterval(init, REPEAT_MS);
  };
  const onMessage = ({ origin, source, data }: MessageEvent): void => {
    if (origin !== address.origin || source !== frame.contentWindow || !isFrameSays(data)) return;
    if (data.kind === "ready") {
      listens = true;
      isLate = false;
      rest();
    }
    hear(data);
  };
  // The event fires again when the chat reloads itself.
  frame.addEventListener("load", introduce);
  addEventListener("message", onMessage);
  panel.append(frame);
  expect();
  return {
    say: (said) => {
      if (listens) post(said);
      return listens;
    },
    focus: () => frame.focus(),
    wake() {
      if (!isLate) return;
      expect();
      frame.src = address.href;
    },
    remove() {
      rest();
      removeEventListener("message", onMessage);
      frame.remove();
    },
  };
}

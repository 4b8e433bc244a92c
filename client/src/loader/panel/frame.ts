/**
 * The chat's frame: made on the first press, heard and spoken to by exact origin.
 *
 * The page speaks first. The chat may load its language before it listens, so `init` is said again until the chat
 * answers `ready`; what happened meanwhile is told then. Where the frame is refused nobody ever answers: that is told
 * after a while, and the page is quiet until the chat is wanted again.
 */

import { FRAME_NAME, type FrameSays, type HostSays, isFrameSays, type Kept } from "../../bridge/protocol";

/** A chat inside the panel. */
export interface Frame {
  /** Says something to the chat, if it listens already; answers whether it does. */
  say(said: HostSays): boolean;
  focus(): void;
  /** The chat is wanted: one that never answered is loaded once more. */
  wake(): void;
  remove(): void;
}

const ALLOWED =
  "camera; microphone; autoplay; clipboard-write; display-capture; fullscreen; picture-in-picture";
const REPEAT_MS = 250;
/** So long a chat may take to load and listen before it counts as refused. */
const LATE_MS = 20_000;

/** Who stands behind a frame. */
export interface FrameHost {
  /** Everything the chat says. */
  hear(said: FrameSays): void;
  /** The chat says nothing. */
  miss(): void;
  /** What the page keeps for a chat without storage. */
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
  // Comes again when the chat reloads itself to start anew.
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

/**
 * The chat's frame: made on the first press, heard and spoken to by exact origin.
 *
 * The page speaks first. The chat may load its language before it listens, so `init` is said again until the chat
 * answers `ready`; what happened meanwhile is told then.
 */

import { type FrameSays, type HostSays, isFrameSays } from "../../bridge/protocol";

/** A chat inside the panel. */
export interface Frame {
  /** Says something to the chat, if it listens already; answers whether it does. */
  say(said: HostSays): boolean;
  focus(): void;
  remove(): void;
}

const ALLOWED =
  "camera; microphone; autoplay; clipboard-write; display-capture; fullscreen; picture-in-picture";
const REPEAT_MS = 250;

/** Loads the chat at `address` into `panel`; `hear` is told everything the chat says. */
export function openFrame(
  panel: HTMLElement,
  address: URL,
  title: string,
  hear: (said: FrameSays) => void,
): Frame {
  const frame = document.createElement("iframe");
  frame.title = title;
  frame.allow = ALLOWED;
  frame.src = address.href;
  let listens = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  const post = (said: HostSays): void => frame.contentWindow?.postMessage(said, address.origin);
  const introduce = (): void => {
    clearInterval(timer);
    listens = false;
    const init = (): void => post({ source: "frontdesk-host", kind: "init" });
    init();
    timer = setInterval(init, REPEAT_MS);
  };
  const onMessage = ({ origin, source, data }: MessageEvent): void => {
    if (origin !== address.origin || source !== frame.contentWindow || !isFrameSays(data)) return;
    if (data.kind === "ready") {
      listens = true;
      clearInterval(timer);
    }
    hear(data);
  };
  // Comes again when the chat reloads itself to start anew.
  frame.addEventListener("load", introduce);
  addEventListener("message", onMessage);
  panel.append(frame);
  return {
    say: (said) => {
      if (listens) post(said);
      return listens;
    },
    focus: () => frame.focus(),
    remove() {
      clearInterval(timer);
      removeEventListener("message", onMessage);
      frame.remove();
    },
  };
}

/**
 * The frame's end of the bridge. The parent's origin is learnt from its first `init`, which the frame accepts
 * only from its own parent window; until then nothing is said. The server's `frame-ancestors` decides who may
 * be that parent (Contract §3).
 */
import { type FrameSays, isHostSays } from "./protocol";

export type ParentListener = {
  onOpen: () => void;
  onHide: () => void;
  onUpdate: (params: Record<string, string>) => void;
};

export type Bridge = {
  say: (said: FrameSays) => void;
  end: () => void;
};

/** Parents that have introduced themselves: one page of the frame follows another, and the parent speaks once. */
const introduced = new WeakMap<Window, string>();

/** Listens to the parent; what is said before the parent has introduced itself is kept and said then. */
export function listenToParent(frame: Window, listener: ParentListener): Bridge {
  let origin = introduced.get(frame);
  const waiting: FrameSays[] = [];

  const hear = (event: MessageEvent) => {
    if (event.source !== frame.parent || !isHostSays(event.data)) return;
    if (origin !== undefined && event.origin !== origin) return;
    switch (event.data.kind) {
      case "init":
        if (origin !== undefined) return;
        origin = event.origin;
        introduced.set(frame, origin);
        frame.parent.postMessage({ source: "frontdesk", kind: "ready" } satisfies FrameSays, origin);
        for (const said of waiting.splice(0)) frame.parent.postMessage(said, origin);
        return;
      case "open":
        if (origin !== undefined) listener.onOpen();
        return;
      case "hide":
        if (origin !== undefined) listener.onHide();
        return;
      case "update":
        if (origin !== undefined) listener.onUpdate(event.data.params);
        return;
      default:
        event.data satisfies never;
    }
  };
  frame.addEventListener("message", hear);

  return {
    say: (said) => {
      if (origin === undefined) waiting.push(said);
      else frame.parent.postMessage(said, origin);
    },
    end: () => frame.removeEventListener("message", hear),
  };
}

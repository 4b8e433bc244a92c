/**
 * The frame's end of the bridge. The parent's origin is learnt from its first `init`, which the frame accepts
 * only from its own parent window; until then nothing is said. The server's `frame-ancestors` decides who may
 * be that parent (Protocol, 'Embedding').
 *
 * A page with a frame of its own never introduces itself. It still hears that the chat is hidden or over, as
 * Protocol, 'postMessage' says: at the origin the browser names for it.
 */
import { heardFrom } from "./heard";
import type { FrameSays, HostSays } from "./protocol";

export type ParentListener = (said: Exclude<HostSays, { kind: "init" }>) => void;

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
    if (event.source !== frame.parent) return;
    if (origin !== undefined && event.origin !== origin) return;
    const said = heardFrom(event.data);
    if (!said) return;
    if (said.kind !== "init") {
      if (origin !== undefined) listener(said);
      return;
    }
    if (origin !== undefined) return;
    origin = event.origin;
    introduced.set(frame, origin);
    frame.parent.postMessage({ source: "frontdesk", kind: "ready" } satisfies FrameSays, origin);
    for (const each of waiting.splice(0)) frame.parent.postMessage(each, origin);
  };
  frame.addEventListener("message", hear);

  return {
    say: (said) => {
      const isForAll = said.kind === "hidden" || said.kind === "close";
      const to = origin ?? (isForAll ? parentOrigin(frame) : undefined);
      if (to === undefined) waiting.push(said);
      else frame.parent.postMessage(said, to);
    },
    end: () => frame.removeEventListener("message", hear),
  };
}

/** The parent's origin as the browser knows it; nothing where it does not say. */
function parentOrigin(frame: Window): string | undefined {
  if (frame.parent === frame) return undefined;
  const named = frame.location.ancestorOrigins?.[0];
  if (named) return named;
  // Elsewhere the page that opened the frame is its referrer, until the frame has gone from page to page itself.
  const { referrer } = frame.document;
  return URL.canParse(referrer) ? new URL(referrer).origin : undefined;
}

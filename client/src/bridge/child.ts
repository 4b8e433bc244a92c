/**
 * The frame's end of the bridge. The frame learns the parent's origin from the first `init`, which it accepts only
 * from its own parent window. Until then it posts nothing. The server's `frame-ancestors` decides which pages may be
 * the parent (Protocol, 'Embedding').
 *
 * A host page that builds its own frame never sends `init`. It still gets `hidden` and `close` (Protocol,
 * 'postMessage'), posted to the origin that the browser names.
 */
import { readHostMessage } from "./hostMessages";
import type { FrameSays, HostSays } from "./protocol";

export type ParentListener = (said: Exclude<HostSays, { kind: "init" }>) => void;

export type Bridge = {
  say: (said: FrameSays) => void;
  end: () => void;
};

/** Origins of parents that sent `init`. The parent sends it once, but the app listens anew for each of its pages. */
const introduced = new WeakMap<Window, string>();

/** Listens to the parent. Messages said before the parent's `init` are kept and posted after it. */
export function listenToParent(frame: Window, listener: ParentListener): Bridge {
  let origin = introduced.get(frame);
  const waiting: FrameSays[] = [];

  const hear = (event: MessageEvent) => {
    if (event.source !== frame.parent) return;
    if (origin !== undefined && event.origin !== origin) return;
    const said = readHostMessage(event.data);
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

/** The parent's origin as the browser names it; undefined if it names none. */
function parentOrigin(frame: Window): string | undefined {
  if (frame.parent === frame) return undefined;
  const named = frame.location.ancestorOrigins?.[0];
  if (named) return named;
  // Other browsers name the parent as the referrer until the frame itself loads another page.
  const { referrer } = frame.document;
  return URL.canParse(referrer) ? new URL(referrer).origin : undefined;
}

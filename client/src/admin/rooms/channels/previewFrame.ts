/** Keeps the preview frame up to date with the draft. */
import { type RefObject, useEffect, useRef, useState } from "react";
import {
  isPreviewReady,
  isPreviewSave,
  PREVIEW_SOURCE,
  type PreviewShow,
  type PreviewState,
} from "../../../preview/protocol";
import { useAtomValue } from "../../../state/jotai";
import { channelPreview } from "../../../wire/editing";
import { adminApiAtom } from "../../session/services";
import type { Values } from "../../things/paths";
import { type Refusal, refusalOf } from "../../things/refusals";

/** Least time between two requests. A single keystroke asks at once, so that the frame follows within 200 ms. */
const EVERY_MS = 100;

export type PreviewView = {
  isPhone: boolean;
  isDark: boolean;
  isRightToLeft: boolean;
  state: PreviewState;
  /** A language code, or empty for the channel's own. */
  language: string;
};

/** Shows `draft` in the frame. Returns why the server refused it; the frame then keeps the last settings. */
export function usePreviewFrame(
  frame: RefObject<HTMLIFrameElement | null>,
  draft: Values,
  view: PreviewView,
  ownLanguage: string,
): Refusal | undefined {
  const api = useAtomValue(adminApiAtom);
  const [isReady, setReady] = useState(false);
  const [channel, setChannel] = useState<Record<string, unknown>>();
  const [refusal, setRefusal] = useState<Refusal>();
  const locale = view.language || ownLanguage;
  const settings = JSON.stringify({
    // The channel's own language would precede the chosen one.
    draft: view.language ? { ...draft, language: "" } : draft,
    locale,
  });
  const askedAt = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    const listen = (event: MessageEvent) => {
      if (event.source !== frame.current?.contentWindow || event.origin !== location.origin) return;
      if (isPreviewReady(event.data)) setReady(true);
      if (isPreviewSave(event.data)) frame.current?.closest("form")?.requestSubmit();
    };
    addEventListener("message", listen);
    return () => removeEventListener("message", listen);
  }, [frame]);

  useEffect(() => (frame.current ? keepFocusOutside(frame.current) : undefined), [frame]);

  useEffect(() => {
    const leaving = new AbortController();
    const ask = async () => {
      askedAt.current = performance.now();
      try {
        const body: unknown = JSON.parse(settings);
        const { channelInfo } = await api.call("channels/preview", body, channelPreview, {
          signal: leaving.signal,
        });
        if (leaving.signal.aborted) return;
        setChannel(channelInfo);
        setRefusal(undefined);
      } catch (cause) {
        if (!leaving.signal.aborted) setRefusal(refusalOf(cause));
      }
    };
    const timer = setTimeout(() => void ask(), askedAt.current + EVERY_MS - performance.now());
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [api, settings]);

  const { isPhone, isDark, isRightToLeft, state } = view;
  useEffect(() => {
    if (!isReady || !channel) return;
    const said: PreviewShow = {
      source: PREVIEW_SOURCE,
      kind: "show",
      channel,
      locale,
      isPhone,
      isDark,
      isRightToLeft,
      state,
    };
    frame.current?.contentWindow?.postMessage(said, location.origin);
  }, [frame, isReady, channel, locale, isPhone, isDark, isRightToLeft, state]);
  return refusal;
}

/** A dialog that opens in the frame takes the focus; whoever types in the form keeps it. */
function keepFocusOutside(frame: HTMLIFrameElement): () => void {
  const ending = new AbortController();
  const options = { signal: ending.signal, capture: true };
  let last: EventTarget | null = document.activeElement;
  let isTabbing = false;
  const focused = ({ target }: FocusEvent) => {
    if (target !== frame) last = target;
  };
  document.addEventListener("focusin", focused, options);
  document.addEventListener(
    "keydown",
    ({ key }) => {
      isTabbing = key === "Tab";
    },
    options,
  );
  const restore = () => {
    const isTaken = document.activeElement === frame && !isTabbing && !frame.matches(":hover");
    if (isTaken && last instanceof HTMLElement) last.focus({ preventScroll: true });
  };
  // The frame is the active element only after this event.
  const blurred = () => void setTimeout(restore);
  addEventListener("blur", blurred, { signal: ending.signal });
  return () => ending.abort();
}

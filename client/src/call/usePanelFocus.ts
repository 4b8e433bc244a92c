import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { CallPhase } from "./view";

/**
 * Manages the keyboard focus as a call comes and goes. The panel takes the focus if the user started the call, but
 * never for an incoming call. When the panel closes, the focus goes back.
 */
export function usePanelFocus(panel: RefObject<HTMLElement | null>, phase: CallPhase): void {
  const opener = useRef<Element | null>(null);
  const wasInside = useRef(false);
  const isNew = useRef(true);

  useLayoutEffect(() => {
    opener.current = document.activeElement;
    const note = (event: FocusEvent) => {
      const isInside = event.target instanceof Node && (panel.current?.contains(event.target) ?? false);
      if (!isInside) opener.current = event.target instanceof Element ? event.target : null;
      wasInside.current = isInside;
    };
    document.addEventListener("focusin", note);
    return () => {
      document.removeEventListener("focusin", note);
      if (!wasInside.current) return;
      const back = opener.current;
      const target = back instanceof HTMLElement && back.isConnected ? back : undefined;
      (target ?? document.querySelector<HTMLElement>("textarea"))?.focus();
    };
  }, [panel]);

  useEffect(() => {
    const isLost = document.activeElement === document.body || document.activeElement === null;
    // If the panel does not open by ringing, the user opened it.
    const isOwnDoing = isNew.current && phase !== "ringing";
    isNew.current = false;
    if (isOwnDoing || (wasInside.current && isLost)) panel.current?.focus();
  }, [panel, phase]);
}

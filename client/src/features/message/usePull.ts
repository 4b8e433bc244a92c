import { type RefObject, useEffect, useRef, useState } from "react";

/** The list follows a finger by this share, so that a pull feels like one. */
const SHARE = 0.45;
const PULL_MAX_PX = 96;
/** Let go from here on, and older messages are fetched. */
const READY_PX = 56;

/** Nothing is pulled, something is, or it is far enough to be let go. */
export type Pull = "none" | "pulling" | "ready";

/**
 * A list that stands at its beginning is pulled down by a finger: Requirement CH-05. The frame's `--pull` says how far; it is set
 * past React, so that nothing is drawn anew while the finger moves.
 */
export function usePull(
  frame: RefObject<HTMLDivElement | null>,
  scroller: RefObject<HTMLDivElement | null>,
  onPulled: () => void,
): Pull {
  const [pull, setPull] = useState<Pull>("none");
  const pulled = useRef(onPulled);
  pulled.current = onPulled;

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let from: number | undefined;
    let distance = 0;

    const move = (next: number) => {
      distance = next;
      frame.current?.style.setProperty("--pull", `${distance}px`);
      setPull(distance === 0 ? "none" : distance < READY_PX ? "pulling" : "ready");
    };
    const start = (event: TouchEvent) => {
      const isOne = event.touches.length === 1 && element.scrollTop <= 0;
      from = isOne ? event.touches[0]?.clientY : undefined;
    };
    const drag = (event: TouchEvent) => {
      const finger = event.touches[0];
      if (from === undefined || !finger) return;
      const way = (finger.clientY - from) * SHARE;
      if (way <= 0 || element.scrollTop > 0) {
        if (distance > 0) move(0);
        // Upwards it is a scroll, and stays one.
        from = undefined;
        return;
      }
      if (event.cancelable) event.preventDefault();
      move(Math.min(PULL_MAX_PX, way));
    };
    const end = () => {
      from = undefined;
      if (distance >= READY_PX) pulled.current();
      if (distance > 0) move(0);
    };
    const cancel = () => {
      from = undefined;
      if (distance > 0) move(0);
    };

    element.addEventListener("touchstart", start, { passive: true });
    element.addEventListener("touchmove", drag, { passive: false });
    element.addEventListener("touchend", end);
    element.addEventListener("touchcancel", cancel);
    return () => {
      element.removeEventListener("touchstart", start);
      element.removeEventListener("touchmove", drag);
      element.removeEventListener("touchend", end);
      element.removeEventListener("touchcancel", cancel);
    };
  }, [frame, scroller]);
  return pull;
}

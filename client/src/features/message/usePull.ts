import { type RefObject, useEffect, useRef, useState } from "react";

/** The list follows the finger by this share, so that the pull feels elastic. */
const SHARE = 0.45;
const PULL_MAX_PX = 96;
/** Letting go beyond this distance, in px, loads older messages. */
const READY_PX = 56;

/** No pull, a pull, or a pull far enough to let go. */
export type Pull = "none" | "pulling" | "ready";

/**
 * Pulls a list down from its beginning by touch: Requirement CH-05. The frame's `--pull` holds the distance. It
 * bypasses React, so that nothing renders while the finger moves.
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
        // An upward move is a scroll for the rest of the touch.
        from = undefined;
        return;
      }
      if (event.cancelable) event.preventDefault();
      move(Math.min(PULL_MAX_PX, way));
    };
    const cancel = () => {
      from = undefined;
      if (distance > 0) move(0);
    };
    const end = () => {
      if (distance >= READY_PX) pulled.current();
      cancel();
    };

    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener("touchstart", start, { passive: true, signal });
    element.addEventListener("touchmove", drag, { passive: false, signal });
    element.addEventListener("touchend", end, { signal });
    element.addEventListener("touchcancel", cancel, { signal });
    return () => listening.abort();
  }, [frame, scroller]);
  return pull;
}

import { type PointerEvent, type RefObject, useRef } from "react";

/** A sheet dragged or thrown beyond these limits closes; otherwise it springs back. */
const AWAY_PX = 96;
const THROWN_PX_PER_MS = 0.6;

/** Returns handlers for the handle of a sheet that can be dragged down to close. */
export function useDragAway(sheet: RefObject<HTMLElement | null>, onAway: () => void) {
  const from = useRef<{ y: number; at: number } | undefined>(undefined);

  const move = (dy: number) => {
    if (sheet.current) sheet.current.style.translate = dy > 0 ? `0 ${dy}px` : "";
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      from.current = { y: event.clientY, at: event.timeStamp };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (from.current) move(event.clientY - from.current.y);
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (!from.current) return;
      const dy = event.clientY - from.current.y;
      const speed = dy / Math.max(1, event.timeStamp - from.current.at);
      from.current = undefined;
      if (dy > AWAY_PX || (dy > 24 && speed > THROWN_PX_PER_MS)) onAway();
      else move(0);
    },
    onPointerCancel() {
      from.current = undefined;
      move(0);
    },
  };
}

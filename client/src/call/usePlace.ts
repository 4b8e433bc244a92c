import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";

/** How far an arrow key moves. */
const STEP = 24;
/** From the edges of the window. */
const MARGIN = 12;
/** A press that moves less is no drag. */
const SLACK = 4;

type Point = { x: number; y: number };

/**
 * Where a small window lies, as an offset from where its style puts it: dragged by hand, moved by arrow keys, or by
 * a press to the next corner, so that nobody has to drag. It never leaves the page's window.
 */
export function usePlace(target: RefObject<HTMLElement | null>) {
  const [offset, setOffset] = useState<Point>({ x: 0, y: 0 });
  const from = useRef<{ pointer: Point; offset: Point; hasMoved: boolean } | undefined>(undefined);

  const moveTo = (wanted: Point) => setOffset((now) => within(target.current, now, wanted));

  useEffect(() => {
    const stay = () => setOffset((now) => within(target.current, now, now));
    window.addEventListener("resize", stay);
    return () => window.removeEventListener("resize", stay);
  }, [target]);

  const drag = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || isPressable(event.target)) return;
      from.current = { pointer: pointOf(event), offset, hasMoved: false };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const start = from.current;
      if (!start) return;
      const [x, y] = [event.clientX - start.pointer.x, event.clientY - start.pointer.y];
      start.hasMoved ||= Math.hypot(x, y) > SLACK;
      if (start.hasMoved) moveTo({ x: start.offset.x + x, y: start.offset.y + y });
    },
    onPointerUp() {
      from.current = undefined;
    },
    onPointerCancel() {
      from.current = undefined;
    },
  };
  const handle = {
    onClick: () => moveTo(nextCorner(target.current, offset)),
    onKeyDown(event: KeyboardEvent) {
      const step = STEPS[event.key];
      if (!step) return;
      event.preventDefault();
      moveTo({ x: offset.x + step.x * STEP, y: offset.y + step.y * STEP });
    },
  };
  return { style: { translate: `${offset.x}px ${offset.y}px` }, drag, handle };
}

const STEPS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

function pointOf(event: PointerEvent): Point {
  return { x: event.clientX, y: event.clientY };
}

function isPressable(target: EventTarget): boolean {
  return target instanceof Element && target.closest("button") !== null;
}

/** The wanted offset, as far as the window has room for it. */
function within(element: HTMLElement | null, now: Point, wanted: Point): Point {
  const view = element?.ownerDocument.defaultView;
  if (!element || !view) return wanted;
  const box = element.getBoundingClientRect();
  const free = (low: number, size: number, room: number, value: number) =>
    Math.max(MARGIN - low, Math.min(room - MARGIN - size - low, value));
  const next = {
    x: free(box.left - now.x, box.width, view.innerWidth, wanted.x),
    y: free(box.top - now.y, box.height, view.innerHeight, wanted.y),
  };
  return next.x === now.x && next.y === now.y ? now : next;
}

/** Clockwise from where it is. */
function nextCorner(element: HTMLElement | null, now: Point): Point {
  const view = element?.ownerDocument.defaultView;
  if (!element || !view) return now;
  const box = element.getBoundingClientRect();
  const isRight = box.left + box.width / 2 > view.innerWidth / 2;
  const isLow = box.top + box.height / 2 > view.innerHeight / 2;
  const far = 100_000;
  // Right above → right below → left below → left above.
  return { x: isLow ? -far : far, y: isRight ? far : -far };
}

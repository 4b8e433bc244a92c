import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";

/** Distance in px that an arrow key moves the window. */
const STEP = 24;
/** Minimum distance from the edges of the page, in px. */
const MARGIN = 12;
/** A press that moves less than this, in px, is not a drag. */
const SLACK = 4;

type Point = { x: number; y: number };

/**
 * Position of a small window, as an offset from its styled position. It moves by drag, by arrow keys, or by a click to
 * the next corner. It never leaves the page.
 */
export function usePosition(target: RefObject<HTMLElement | null>) {
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

/** Limits the wanted offset to the room in the page. */
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

/** Returns the next corner, clockwise. */
function nextCorner(element: HTMLElement | null, now: Point): Point {
  const view = element?.ownerDocument.defaultView;
  if (!element || !view) return now;
  const box = element.getBoundingClientRect();
  const isRight = box.left + box.width / 2 > view.innerWidth / 2;
  const isLow = box.top + box.height / 2 > view.innerHeight / 2;
  const far = 100_000;
  // Top right → bottom right → bottom left → top left.
  return { x: isLow ? -far : far, y: isRight ? far : -far };
}

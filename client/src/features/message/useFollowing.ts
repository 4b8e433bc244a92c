import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { VirtualizerHandle } from "virtua";
import { countBehind, type Row } from "../../conversation/rows";

/** Within this distance of the end, in px, the list follows new messages. */
const NEAR_END_PX = 80;
/** Within this distance, in px, the list counts as exactly at its end: browsers scroll by fractions of pixels. */
const AT_END_PX = 2;
/** A shorter move, in px, is rounding and not the reader. */
const MOVED_PX = 1;
/** Within this distance of the beginning, in px, older messages are loaded. */
const NEAR_START_PX = 400;

/** What the list keeps in view while rows are measured and grow: its end, or the row with this index. */
type Goal = "end" | number;

/**
 * Keeps a list at its end while the reader is there, and still while the reader is further up.
 *
 * The hook records each scroll position that it sets. Any other move is the reader's. A move up, however small, stops the
 * following at once. The virtualizer's own `scrollToIndex` is not used: it returns to its row while others are measured,
 * against the reader.
 */
export function useFollowing(
  rows: readonly Row[],
  scroller: RefObject<HTMLDivElement | null>,
  onNearStart: () => void,
  /** Scrolling up to the beginning loads older messages. */
  loadsByScroll = true,
  /** A row is being shown: the list stays there even if messages arrive. */
  isHeld = false,
) {
  const list = useRef<VirtualizerHandle>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const [seenKey, setSeenKey] = useState("");
  const goal = useRef<Goal | undefined>("end");
  const scroll = useRef({ top: 0, isNearEnd: true });
  const isMoving = useRef(false);
  const previous = useRef<{ first: string; last: string; count: number }>({ first: "", last: "", count: 0 });

  const first = rows[0]?.key ?? "";
  const last = rows.at(-1)?.key ?? "";
  // Rows were added before the first one: this render must keep the distance from the end.
  const isPrepending =
    previous.current.count > 0 &&
    rows.length > previous.current.count &&
    first !== previous.current.first &&
    last === previous.current.last;

  /** Scrolls to the goal, if there is one, and records the position. */
  const settle = useCallback(() => {
    const [element, handle] = [scroller.current, list.current];
    if (!element || !handle) return;
    if (goal.current !== undefined) {
      element.scrollTop = offsetOf(handle, goal.current, rows.length);
      scroll.current.top = element.scrollTop;
      return;
    }
    // Reading the position forces a layout. It matters only near the end.
    if (!scroll.current.isNearEnd) return;
    const top = element.scrollTop;
    const isNearEnd = beyond(handle, top) <= NEAR_END_PX;
    scroll.current = { top, isNearEnd };
    if (!isNearEnd) setIsAtEnd(false);
  }, [scroller, rows.length]);

  const go = useCallback(
    (next: Goal) => {
      goal.current = next;
      settle();
    },
    [settle],
  );

  useLayoutEffect(() => {
    const before = previous.current;
    previous.current = { first, last, count: rows.length };
    if (before.last === last && before.count === rows.length) return;
    const newest = rows.findLast((row) => row.kind === "message");
    // An entry without an id was just written on this page.
    const isOwn = newest?.kind === "message" && newest.entry.id === "";
    const isTakenAlong = scroll.current.isNearEnd && !isMoving.current && !isHeld && before.last !== last;
    if (isOwn || goal.current === "end" || isTakenAlong) go("end");
    else settle();
  }, [rows, first, last, go, settle, isHeld]);

  useEffect(() => {
    if (!isHeld && goal.current !== "end") goal.current = undefined;
  }, [isHeld]);

  const look = useCallback(() => {
    const [element, handle] = [scroller.current, list.current];
    if (!element || !handle) return;
    // Read the position here: the list may have scrolled itself since the event.
    const top = element.scrollTop;
    const rest = Math.min(beyond(handle, top), beyondInPage(element, top));
    const moved = top - scroll.current.top;
    const isNearEnd = rest <= NEAR_END_PX;
    scroll.current = { top, isNearEnd };
    const isByHand = Math.abs(moved) > MOVED_PX;
    isMoving.current ||= isByHand;
    if (isByHand || !isHeld) {
      if (rest <= AT_END_PX || (moved > MOVED_PX && isNearEnd)) goal.current = "end";
      else if (isByHand && (moved < 0 || goal.current !== "end")) goal.current = undefined;
    }
    const isThere = goal.current === "end" || isNearEnd;
    setIsAtEnd(isThere);
    if (isThere) setSeenKey(last);
    // On its way to the end, with rows not measured yet, the list may pass the beginning.
    if (loadsByScroll && goal.current !== "end" && top < NEAR_START_PX) onNearStart();
  }, [scroller, last, onNearStart, loadsByScroll, isHeld]);

  // When the window shrinks (the keyboard opens), the goal must stay in view.
  useEffect(() => {
    const element = scroller.current;
    if (!element || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(settle);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, settle]);

  return {
    list,
    isAtEnd,
    isPrepending,
    toEnd: useCallback(() => go("end"), [go]),
    toRow: go,
    unseen: isAtEnd ? 0 : countBehind(rows, seenKey),
    onScroll: look,
    onScrollEnd: useCallback(() => {
      isMoving.current = false;
    }, []),
    onResize: useCallback(() => {
      settle();
      // A list hardly longer than its window cannot be scrolled up, so it loads older messages at once.
      const handle = list.current;
      if (handle && handle.viewportSize > 0 && beyond(handle, 0) <= AT_END_PX) onNearStart();
    }, [settle, onNearStart]),
  };
}

/** Returns the scroll position that shows the goal: the last row at the bottom, any other in the middle. */
function offsetOf(handle: VirtualizerHandle, goal: Goal, count: number): number {
  const index = goal === "end" ? count - 1 : goal;
  if (index < 0) return 0;
  const room = handle.viewportSize - handle.getItemSize(index);
  return handle.getItemOffset(index) - (goal === "end" ? room : room / 2);
}

/**
 * Returns the same distance as `beyond`, by the browser's sizes. When the window grows, the browser scrolls the list to
 * its end before the virtualizer knows. That is not the reader's move.
 */
function beyondInPage({ scrollHeight, clientHeight }: HTMLElement, top: number): number {
  return scrollHeight > clientHeight ? scrollHeight - clientHeight - top : Number.POSITIVE_INFINITY;
}

/** Returns the length of the list below its window, for a scroll position `top`. */
function beyond({ scrollSize, viewportSize }: VirtualizerHandle, top: number): number {
  return scrollSize - viewportSize - top;
}

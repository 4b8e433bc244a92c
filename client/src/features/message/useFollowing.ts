import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { VirtualizerHandle } from "virtua";
import { countBehind, type Row } from "../../conversation/rows";

/** This near to the end counts as being there for what is said next. */
const NEAR_END_PX = 80;
/** Nobody stands so near to the end but who is there; browsers place by halves and thirds of pixels. */
const AT_END_PX = 2;
/** A shorter way is a rounding, not a hand. */
const MOVED_PX = 1;
/** This near to the beginning older messages are fetched. */
const NEAR_START_PX = 400;

/** What the list holds in view while its rows are measured and grow: its end, or the row of an index. */
type Goal = "end" | number;

/**
 * Keeps a list at its end while it is read there, and still while it is read further up.
 *
 * Where the list stands is noted whenever it moves by itself, so that whatever else moves it is the reader's hand: that
 * ends the following at once, by however little it moves up. The virtualizer's own `scrollToIndex` is not used: it
 * goes back to its row for as long as others are measured, also against the hand.
 */
export function useFollowing(
  rows: readonly Row[],
  scroller: RefObject<HTMLDivElement | null>,
  onNearStart: () => void,
  /** Scrolling up to the beginning asks for what is before it. */
  loadsByScroll = true,
  /** A row is being shown: the list stays there, whatever is said meanwhile. */
  isHeld = false,
) {
  const list = useRef<VirtualizerHandle>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const [seenKey, setSeenKey] = useState("");
  const goal = useRef<Goal | undefined>("end");
  const place = useRef({ top: 0, isNearEnd: true });
  const isMoving = useRef(false);
  const previous = useRef<{ first: string; last: string; count: number }>({ first: "", last: "", count: 0 });

  const first = rows[0]?.key ?? "";
  const last = rows.at(-1)?.key ?? "";
  // Rows before what was first: the view must be held from its end in exactly this render.
  const isPrepending =
    previous.current.count > 0 &&
    rows.length > previous.current.count &&
    first !== previous.current.first &&
    last === previous.current.last;

  /** Goes to the goal, if there is one, and notes where the list stands then. */
  const settle = useCallback(() => {
    const [element, handle] = [scroller.current, list.current];
    if (!element || !handle) return;
    if (goal.current !== undefined) {
      element.scrollTop = offsetOf(handle, goal.current, rows.length);
      place.current.top = element.scrollTop;
      return;
    }
    // Asking where it stands has the browser lay everything out: only near the end the answer matters.
    if (!place.current.isNearEnd) return;
    const top = element.scrollTop;
    const isNearEnd = beyond(handle, top) <= NEAR_END_PX;
    place.current = { top, isNearEnd };
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
    // What has no place in the log yet was just written here.
    const isOwn = newest?.kind === "message" && newest.entry.id === "";
    const isTakenAlong = place.current.isNearEnd && !isMoving.current && !isHeld && before.last !== last;
    if (isOwn || goal.current === "end" || isTakenAlong) go("end");
    else settle();
  }, [rows, first, last, go, settle, isHeld]);

  useEffect(() => {
    if (!isHeld && goal.current !== "end") goal.current = undefined;
  }, [isHeld]);

  const look = useCallback(() => {
    const [element, handle] = [scroller.current, list.current];
    if (!element || !handle) return;
    // Not what the event came with: the list may have moved itself since.
    const top = element.scrollTop;
    const rest = Math.min(beyond(handle, top), beyondInPage(element, top));
    const moved = top - place.current.top;
    const isNearEnd = rest <= NEAR_END_PX;
    place.current = { top, isNearEnd };
    const isByHand = Math.abs(moved) > MOVED_PX;
    isMoving.current ||= isByHand;
    if (isByHand || !isHeld) {
      if (rest <= AT_END_PX || (moved > MOVED_PX && isNearEnd)) goal.current = "end";
      else if (isByHand && (moved < 0 || goal.current !== "end")) goal.current = undefined;
    }
    const isThere = goal.current === "end" || isNearEnd;
    setIsAtEnd(isThere);
    if (isThere) setSeenKey(last);
    // On its own way to the end, whose rows are not measured yet, it may pass near the beginning.
    if (loadsByScroll && goal.current !== "end" && top < NEAR_START_PX) onNearStart();
  }, [scroller, last, onNearStart, loadsByScroll, isHeld]);

  // A window that shrinks (the keyboard comes) must not push away what is held in view.
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
      // A list that is no longer than its window, or hardly, cannot be scrolled up: it is filled at once.
      const handle = list.current;
      if (handle && handle.viewportSize > 0 && beyond(handle, 0) <= AT_END_PX) onNearStart();
    }, [settle, onNearStart]),
  };
}

/** Where the list stands with its goal in view: the last row at the end of the window, any other in its middle. */
function offsetOf(handle: VirtualizerHandle, goal: Goal, count: number): number {
  const index = goal === "end" ? count - 1 : goal;
  if (index < 0) return 0;
  const room = handle.viewportSize - handle.getItemSize(index);
  return handle.getItemOffset(index) - (goal === "end" ? room : room / 2);
}

/**
 * The same as the browser sees it. Where the window has grown, it has moved the list up to its end before the virtualizer
 * hears of either: that is nobody's hand.
 */
function beyondInPage({ scrollHeight, clientHeight }: HTMLElement, top: number): number {
  return scrollHeight > clientHeight ? scrollHeight - clientHeight - top : Number.POSITIVE_INFINITY;
}

/** What lies after the window of a list that stands at `top`. */
function beyond({ scrollSize, viewportSize }: VirtualizerHandle, top: number): number {
  return scrollSize - viewportSize - top;
}

import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { VirtualizerHandle } from "virtua";
import { countBehind, type Row } from "../../conversation/rows";

/** This near to the end counts as being there. */
const NEAR_END_PX = 80;
/** This many windows from the end nobody is but who went there. */
const FAR_WINDOWS = 2;
/** This near to the beginning older messages are fetched. */
const NEAR_START_PX = 400;

/** Keeps a list at its end while it is read there, and still while it is read further up. */
export function useFollowing(
  rows: readonly Row[],
  scroller: RefObject<HTMLDivElement | null>,
  onNearStart: () => void,
  /** Scrolling up to the beginning asks for what is before it. */
  loadsByScroll = true,
  /** A row is being shown: the list stays there, and what it does by itself on the way is nobody's wish to follow. */
  isHeld = false,
) {
  const list = useRef<VirtualizerHandle>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const [seenKey, setSeenKey] = useState("");
  const follows = useRef(true);
  const place = useRef({ offset: 0, size: 0 });
  const previous = useRef<{ first: string; last: string; count: number }>({ first: "", last: "", count: 0 });

  const first = firstMessage(rows);
  const last = rows.at(-1)?.key ?? "";
  // Rows before what was first: the view must be held from its end in exactly this render.
  const isPrepending =
    previous.current.count > 0 &&
    rows.length > previous.current.count &&
    first !== previous.current.first &&
    last === previous.current.last;

  const toEnd = useCallback(() => {
    follows.current = true;
    list.current?.scrollToIndex(rows.length - 1, { align: "end" });
  }, [rows.length]);

  const toRow = useCallback((index: number) => {
    follows.current = false;
    list.current?.scrollToIndex(index, { align: "center" });
  }, []);

  useLayoutEffect(() => {
    const before = previous.current;
    previous.current = { first, last, count: rows.length };
    if (before.last === last && before.count === rows.length) return;
    const newest = rows.findLast((row) => row.kind === "message");
    // What has no place in the log yet was just written here.
    const isOwn = newest?.kind === "message" && newest.entry.id === "";
    if (follows.current || isOwn) toEnd();
  }, [rows, first, last, toEnd]);

  const look = useCallback(() => {
    const handle = list.current;
    if (!handle) return;
    const { scrollOffset: offset, scrollSize: size, viewportSize } = handle;
    const beyond = size - viewportSize - offset;
    // Rows that are measured move the list by themselves, but never far; up by the reader's hand is up at an equal size.
    const isByHand = size === place.current.size || beyond > FAR_WINDOWS * viewportSize;
    const isPulledUp = offset < place.current.offset - 1 && isByHand;
    place.current = { offset, size };
    const isNearEnd = beyond <= NEAR_END_PX;
    follows.current = !isHeld && (isNearEnd || (follows.current && !isPulledUp));
    setIsAtEnd(follows.current || isNearEnd);
    if (follows.current) setSeenKey(last);
    if (loadsByScroll && offset < NEAR_START_PX) onNearStart();
  }, [last, onNearStart, loadsByScroll, isHeld]);

  // A window that shrinks (the keyboard comes) or a picture that grows must not push the end away.
  useEffect(() => {
    const element = scroller.current;
    if (!element || typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(() => {
      if (follows.current) toEnd();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, toEnd]);

  return {
    list,
    isAtEnd,
    isPrepending,
    toEnd,
    toRow,
    unseen: isAtEnd ? 0 : countBehind(rows, seenKey),
    onScroll: look,
    onResize: useCallback(() => {
      if (follows.current) toEnd();
      // A list shorter than its window never scrolls: it is filled at once.
      const handle = list.current;
      if (handle && handle.viewportSize > 0 && handle.scrollSize <= handle.viewportSize) onNearStart();
    }, [toEnd, onNearStart]),
  };
}

function firstMessage(rows: readonly Row[]): string {
  return rows.find((row) => row.kind === "message")?.key ?? "";
}

import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { Entry } from "../../conversation/types";

/**
 * Closer to the end than this, in px, the reader counts as at the end. A log that barely scrolls is always at its end.
 */
const END_PX = 60;
/** Closer to the beginning than this, in px, older messages are requested. */
const OLDER_PX = 240;

export type LogScroll = {
  /** The scrolling element, and the one element in it that holds the messages. */
  ref: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  isAtEnd: boolean;
  /** Number of messages that arrived while the reader was further up. */
  newCount: number;
  onScroll: () => void;
  toEnd: () => void;
};

type Shape = { first: string; last: string; height: number; count: number };

export type LogScrolling = {
  onOlder: () => void;
  /** A log too short to scroll requests older messages itself. Callers clear it after a failure: only a user retries. */
  fills: boolean;
  /** An agent's new message is the reader's own, and scrolls to the end. */
  follows: boolean;
};

/** Keeps the reader's place: at the end new messages push up, anywhere else nothing moves. */
export function useLogScroll(
  entries: readonly Entry[],
  { onOlder, fills, follows }: LogScrolling,
): LogScroll {
  const ref = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const before = useRef<Shape>({ first: "", last: "", height: 0, count: 0 });
  const wasAtEnd = useRef(true);
  const [isAtEnd, setAtEnd] = useState(true);
  const [newCount, setNewCount] = useState(0);
  const followed = useRef(follows);
  followed.current = follows;
  const fill = useRef(() => {});
  fill.current = () => {
    const log = ref.current;
    if (log && fills && entries.length > 0 && isShort(log)) onOlder();
  };

  useLayoutEffect(() => {
    const log = ref.current;
    if (!log) return;
    const { first, last, height, count } = before.current;
    const shape: Shape = {
      first: entries[0]?.key ?? "",
      last: entries.at(-1)?.key ?? "",
      height: log.scrollHeight,
      count: entries.length,
    };
    before.current = shape;
    const isOwn = followed.current && entries.at(-1)?.sender === "agent" && shape.last !== last;
    if (wasAtEnd.current || isOwn) log.scrollTop = log.scrollHeight;
    else if (shape.first !== first) log.scrollTop += shape.height - height;
    else if (shape.last !== last) setNewCount((known) => known + shape.count - count);
    fill.current();
  }, [entries]);

  useLayoutEffect(() => {
    const log = ref.current;
    if (!log) return;
    // Loading pictures and a growing composer change the height without a new message.
    const observer = new ResizeObserver(() => {
      if (wasAtEnd.current) log.scrollTop = log.scrollHeight;
      before.current = { ...before.current, height: log.scrollHeight };
      fill.current();
    });
    observer.observe(log);
    if (content.current) observer.observe(content.current);
    return () => observer.disconnect();
  }, []);

  return {
    ref,
    content,
    isAtEnd,
    newCount,
    onScroll() {
      const log = ref.current;
      if (!log) return;
      const isEnd = log.scrollHeight - log.scrollTop - log.clientHeight < END_PX;
      wasAtEnd.current = isEnd;
      setAtEnd(isEnd);
      if (isEnd) setNewCount(0);
      // At the end, the log may have scrolled by itself: the reader has not asked for older messages.
      else if (log.scrollTop < OLDER_PX) onOlder();
    },
    toEnd() {
      ref.current?.scrollTo({ top: ref.current.scrollHeight });
    },
  };
}

/** Whether the reader is at the end at every scroll position, so that scrolling cannot request older messages. */
function isShort(log: HTMLElement): boolean {
  return log.scrollHeight - log.clientHeight < END_PX;
}

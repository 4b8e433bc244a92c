import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { Entry } from "../../conversation/types";

/** Closer to the end than this, the reader is at the end; a log that can be scrolled no further always is. */
const END_PX = 60;
/** Closer to the beginning than this, older messages are wanted. */
const OLDER_PX = 240;

export type LogScroll = {
  /** What scrolls, and the one element in it that holds everything. */
  ref: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  isAtEnd: boolean;
  /** Messages that came while the reader was further up. */
  newCount: number;
  onScroll: () => void;
  toEnd: () => void;
};

type Shape = { first: string; last: string; height: number; count: number };

/**
 * Keeps the reader's place: at the end new messages push up, anywhere else nothing moves. `fills`: a log that cannot be
 * scrolled far enough to ask for older messages asks by itself, until it has failed, which somebody is to try again.
 */
export function useLogScroll(entries: readonly Entry[], onOlder: () => void, fills: boolean): LogScroll {
  const ref = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const before = useRef<Shape>({ first: "", last: "", height: 0, count: 0 });
  const wasAtEnd = useRef(true);
  const [isAtEnd, setAtEnd] = useState(true);
  const [newCount, setNewCount] = useState(0);
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
    const isOwn = entries.at(-1)?.sender === "agent" && shape.last !== last;
    if (wasAtEnd.current || isOwn) log.scrollTop = log.scrollHeight;
    else if (shape.first !== first) log.scrollTop += shape.height - height;
    else if (shape.last !== last) setNewCount((known) => known + shape.count - count);
    fill.current();
  }, [entries]);

  useLayoutEffect(() => {
    const log = ref.current;
    if (!log) return;
    // Pictures that load and a composer that grows change the height without a message.
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
      // At the end it stands by itself: nobody has asked for what is before.
      else if (log.scrollTop < OLDER_PX) onOlder();
    },
    toEnd() {
      ref.current?.scrollTo({ top: ref.current.scrollHeight });
    },
  };
}

/** Whoever reads it is at its end, wherever they scroll to: nobody can ask for what is before. */
function isShort(log: HTMLElement): boolean {
  return log.scrollHeight - log.clientHeight < END_PX;
}

import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from "react";
import type { Tip } from "../../wire/page";

/** Protocol, 'Times of the pages': how long tips are shown. */
const SHOWN_MS = 5000;

export type Tips = {
  listId: string;
  tips: readonly Tip[];
  /** Index of the tip that the arrow keys selected; -1 if none. */
  active: number;
  optionId: (at: number) => string;
  /** The visitor paused: requests tips for the text. */
  look: (text: string) => void;
  clear: () => void;
  /** Returns true if the list handled the key. */
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => boolean;
  /** The list stays while the pointer is over it. */
  hold: (isOver: boolean) => void;
};

/**
 * Suggests questions for the typed text; blanks request none. The tips disappear with the text, after five seconds, or
 * by Escape. A late response to an earlier request is dropped.
 */
export function useTips(
  ask: (text: string, signal: AbortSignal) => Promise<readonly Tip[]>,
  onPick: (tip: Tip) => void,
): Tips {
  const listId = useId();
  const [tips, setTips] = useState<readonly Tip[]>([]);
  const [active, setActive] = useState(-1);
  const asking = useRef<AbortController | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const isHeld = useRef(false);

  const clear = useCallback(() => {
    asking.current?.abort();
    clearTimeout(timer.current);
    isHeld.current = false;
    setTips([]);
    setActive(-1);
  }, []);
  /** Restarts the time that the list is shown, unless the pointer is over it. */
  const restart = useCallback(() => {
    clearTimeout(timer.current);
    if (!isHeld.current) timer.current = setTimeout(clear, SHOWN_MS);
  }, [clear]);
  const hold = useCallback(
    (isOver: boolean) => {
      isHeld.current = isOver;
      restart();
    },
    [restart],
  );
  const look = useCallback(
    (text: string) => {
      asking.current?.abort();
      if (text.trim() === "") return;
      const own = new AbortController();
      asking.current = own;
      ask(text, own.signal).then(
        (list) => {
          if (own.signal.aborted) return;
          if (list.length === 0) return clear();
          setTips(list);
          setActive(-1);
          restart();
        },
        // Tips are optional: without them the visitor goes on typing.
        () => own.signal.aborted || clear(),
      );
    },
    [ask, clear, restart],
  );
  useEffect(
    () => () => {
      asking.current?.abort();
      clearTimeout(timer.current);
    },
    [],
  );

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): boolean => {
    if (tips.length === 0) return false;
    const tip = tips[active];
    switch (event.key) {
      case "ArrowDown":
        setActive((active + 1) % tips.length);
        break;
      case "ArrowUp":
        setActive((active + tips.length + (active < 0 ? 0 : -1)) % tips.length);
        break;
      case "Enter":
        if (!tip || event.shiftKey) return false;
        onPick(tip);
        break;
      case "Escape":
        clear();
        break;
      default:
        return false;
    }
    event.preventDefault();
    // Moving through the list restarts its time.
    if (event.key.startsWith("Arrow")) restart();
    return true;
  };
  const optionId = (at: number) => `${listId}-${at}`;
  return { listId, tips, active, optionId, look, clear, onKeyDown, hold };
}

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
  look: (words: string) => void;
  clear: () => void;
  /** Returns true if the list handled the key. */
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => boolean;
  /** The list stays while the pointer is over it. */
  hold: () => void;
  letGo: () => void;
};

/**
 * Suggests questions for the typed text; blanks request none. The tips disappear with the text, after five seconds, or
 * by Escape. A late response to an earlier request is dropped.
 */
export function useTips(
  ask: (words: string, signal: AbortSignal) => Promise<readonly Tip[]>,
  onPick: (tip: Tip) => void,
): Tips {
  const listId = useId();
  const [tips, setTips] = useState<readonly Tip[]>([]);
  const [active, setActive] = useState(-1);
  const asking = useRef<AbortController | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const show = useCallback((list: readonly Tip[]) => {
    clearTimeout(timer.current);
    setTips(list);
    setActive(-1);
  }, []);
  const clear = useCallback(() => {
    asking.current?.abort();
    show([]);
  }, [show]);
  const hold = useCallback(() => clearTimeout(timer.current), []);
  const letGo = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(clear, SHOWN_MS);
  }, [clear]);
  const look = useCallback(
    (words: string) => {
      asking.current?.abort();
      if (words.trim() === "") return;
      const own = new AbortController();
      asking.current = own;
      ask(words, own.signal).then(
        (list) => {
          if (own.signal.aborted) return;
          show(list);
          if (list.length > 0) letGo();
        },
        // Tips are optional: without them the visitor goes on typing.
        () => undefined,
      );
    },
    [ask, show, letGo],
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
    if (event.key.startsWith("Arrow")) letGo();
    return true;
  };
  const optionId = (at: number) => `${listId}-${at}`;
  return { listId, tips, active, optionId, look, clear, onKeyDown, hold, letGo };
}

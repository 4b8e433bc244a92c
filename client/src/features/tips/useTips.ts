import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from "react";
import type { Tip } from "../../wire/page";

/** Protocol, 'Times of the pages': so long tips stand. */
const SHOWN_MS = 5000;

export type Tips = {
  listId: string;
  tips: readonly Tip[];
  /** Place of the tip the arrows have reached; -1 while it is none. */
  active: number;
  optionId: (at: number) => string;
  /** The visitor has paused: asks what fits to the words. */
  look: (words: string) => void;
  clear: () => void;
  /** True when the key meant the list. */
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => boolean;
  /** While the pointer is over the list it stays. */
  hold: () => void;
  letGo: () => void;
};

/**
 * Questions that begin as what is typed. Asked for words alone, gone with them, after five seconds, or by Escape;
 * an answer that was overtaken is dropped.
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
        // Tips are an extra: without them the visitor goes on writing.
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
    // Who walks through the list is not hurried.
    if (event.key.startsWith("Arrow")) letGo();
    return true;
  };
  const optionId = (at: number) => `${listId}-${at}`;
  return { listId, tips, active, optionId, look, clear, onKeyDown, hold, letGo };
}

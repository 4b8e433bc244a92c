import { useEffect, useRef } from "react";

/** Calls `onTyping` with the text once the visitor has paused for `pauseMs`. An empty field cancels the wait. */
export function useTypingNotice(onTyping: (words: string) => void, pauseMs: number): (words: string) => void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const call = useRef(onTyping);
  useEffect(() => {
    call.current = onTyping;
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  return (words) => {
    clearTimeout(timer.current);
    if (words.trim() !== "") timer.current = setTimeout(() => call.current(words), pauseMs);
  };
}

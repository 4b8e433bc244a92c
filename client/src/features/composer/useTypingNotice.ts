import { useEffect, useRef } from "react";

/** Calls `onTyping` with the text once the visitor has paused for `pauseMs`. An empty field cancels the wait. */
export function useTypingNotice(onTyping: (text: string) => void, pauseMs: number): (text: string) => void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const call = useRef(onTyping);
  useEffect(() => {
    call.current = onTyping;
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  return (text) => {
    clearTimeout(timer.current);
    if (text.trim() !== "") timer.current = setTimeout(() => call.current(text), pauseMs);
  };
}

import { useEffect, useRef } from "react";

/** Spec §9: so long a pause counts as having written something. */
const PAUSE_MS = 500;

/** Calls `onTyping` with the words once the visitor pauses; an empty field is no typing. */
export function useTypingNotice(onTyping: (words: string) => void): (words: string) => void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const call = useRef(onTyping);
  useEffect(() => {
    call.current = onTyping;
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  return (words) => {
    clearTimeout(timer.current);
    if (words.trim() !== "") timer.current = setTimeout(() => call.current(words), PAUSE_MS);
  };
}

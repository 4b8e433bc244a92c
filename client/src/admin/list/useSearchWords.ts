import { useDeferredValue, useEffect, useState } from "react";

/** Time after the last keystroke until the server is asked. */
const PAUSE_MS = 250;

/** The words of a search box, and those that the server is asked for. */
export function useSearchWords() {
  const [words, setWords] = useState("");
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(words.trim()), words.trim() === "" ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return { words, setWords, asked: useDeferredValue(asked) };
}

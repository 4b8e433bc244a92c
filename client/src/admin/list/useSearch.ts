import { useDeferredValue, useEffect, useState } from "react";

/** Time after the last keystroke until the server is asked. */
const PAUSE_MS = 250;

/** The text of a search box, and what the server is asked for. */
export function useSearch() {
  const [search, setSearch] = useState("");
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(search.trim()), search.trim() === "" ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [search]);
  return { search, setSearch, asked: useDeferredValue(asked) };
}

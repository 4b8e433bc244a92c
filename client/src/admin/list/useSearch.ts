import { useDeferredValue, useState } from "react";
import { useSettled } from "../useSettled";

/** Time after the last keystroke until the server is asked. */
const PAUSE_MS = 250;

/** The text of a search box, and what the server is asked for. */
export function useSearch() {
  const [search, setSearch] = useState("");
  const wanted = search.trim();
  const asked = useSettled(wanted, wanted === "" ? 0 : PAUSE_MS);
  return { search, setSearch, asked: useDeferredValue(asked) };
}

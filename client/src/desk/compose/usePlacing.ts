import { type RefObject, useLayoutEffect, useRef } from "react";
import { TEXT_LENGTH_MAX } from "../../lib/text";
import { firstOpen } from "./variables";

/**
 * Returns a function that writes a draft with an inserted part. The caret goes after the part, or selects its first
 * open variable. A text that is too long for a message is not written.
 */
export function usePlacing(
  field: RefObject<HTMLTextAreaElement | null>,
  draft: string,
  onText: (text: string) => void,
): (text: string, from: number, to: number) => void {
  const next = useRef<{ text: string; from: number; to: number } | undefined>(undefined);

  useLayoutEffect(() => {
    const placed = next.current;
    if (!placed || draft !== placed.text || !field.current) return;
    next.current = undefined;
    field.current.focus();
    field.current.setSelectionRange(placed.from, placed.to);
  }, [field, draft]);

  return (text, from, to) => {
    if (text.length > TEXT_LENGTH_MAX) return;
    const open = firstOpen(text.slice(from, to));
    next.current = open ? { text, from: from + open.from, to: from + open.to } : { text, from: to, to };
    onText(text);
  };
}

import { type RefObject, useLayoutEffect, useRef } from "react";

/** Returns a function that inserts an emoji at the caret or replaces the selection. The caret moves after it. */
export function useCaret(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  onText: (text: string) => void,
): (sign: string) => void {
  const next = useRef<number | undefined>(undefined);

  useLayoutEffect(() => {
    if (next.current === undefined || field.current?.value !== text) return;
    field.current.setSelectionRange(next.current, next.current);
    next.current = undefined;
  }, [field, text]);

  return (sign) => {
    const {
      selectionStart: from,
      selectionEnd: to,
      maxLength,
    } = field.current ?? {
      selectionStart: text.length,
      selectionEnd: text.length,
      maxLength: -1,
    };
    const written = text.slice(0, from) + sign + text.slice(to);
    // `maxLength` limits only what the user types, so this insertion must check it.
    if (maxLength >= 0 && written.length > maxLength) return;
    next.current = from + sign.length;
    onText(written);
  };
}

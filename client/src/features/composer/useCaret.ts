import { type RefObject, useLayoutEffect, useRef } from "react";

/** Returns a function that inserts an emoji at the caret or replaces the selection. The caret moves after it. */
export function useCaret(
  field: RefObject<HTMLTextAreaElement | null>,
  words: string,
  onWords: (words: string) => void,
): (sign: string) => void {
  const next = useRef<number | undefined>(undefined);

  useLayoutEffect(() => {
    if (next.current === undefined || field.current?.value !== words) return;
    field.current.setSelectionRange(next.current, next.current);
    next.current = undefined;
  }, [field, words]);

  return (sign) => {
    const {
      selectionStart: from,
      selectionEnd: to,
      maxLength,
    } = field.current ?? {
      selectionStart: words.length,
      selectionEnd: words.length,
      maxLength: -1,
    };
    const written = words.slice(0, from) + sign + words.slice(to);
    // `maxLength` limits only what the user types, so this insertion must check it.
    if (maxLength >= 0 && written.length > maxLength) return;
    next.current = from + sign.length;
    onWords(written);
  };
}

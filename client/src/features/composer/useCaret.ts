import { type RefObject, useLayoutEffect, useRef } from "react";

/** Puts a sign where the caret stands, in place of what is selected; the caret goes on behind it. */
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
    // A field keeps its owner from writing more than it holds; what is put into it has to be kept from it here.
    if (maxLength >= 0 && written.length > maxLength) return;
    next.current = from + sign.length;
    onWords(written);
  };
}

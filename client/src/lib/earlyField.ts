/**
 * The field that came with the document, so that a visitor can write before any script has: its words, caret and focus
 * go over to the page's own (docs/decisions/0028).
 */

const ID = "first-field";

let isComposing = false;
for (const sign of ["compositionstart", "compositionend"]) {
  document.addEventListener(sign, ({ target }) => {
    if (target instanceof Element && target.closest(`#${ID}`)) isComposing = sign === "compositionstart";
  });
}

export type Written = {
  words: string;
  /** Enter was the last key, which in a chat sends. */
  isFinished: boolean;
  /** Where the selection begins and ends. */
  caret: readonly [from: number, to: number];
};

/**
 * Hands over what was written; in the middle of a word of an input method, once that is chosen. What it answers takes
 * back the wish.
 */
export function takeOverEarlyField(field: HTMLTextAreaElement, take: (written: Written) => void): () => void {
  const form = document.getElementById(ID);
  const first = form?.querySelector("textarea");
  const over = new AbortController();
  const handOver = () => {
    if (!form || !first) return;
    const { value, selectionStart, selectionEnd } = first;
    const words = value.trimEnd();
    // The keyboard of a phone stays where the focus goes from field to field.
    if (document.activeElement === first) field.focus({ preventScroll: true });
    form.remove();
    if (words === "") return;
    const isFinished = /\n\s*$/.test(value);
    take({ words: isFinished ? words : value, isFinished, caret: [selectionStart, selectionEnd] });
  };
  if (isComposing) form?.addEventListener("compositionend", handOver, { once: true, signal: over.signal });
  else handOver();
  return () => over.abort();
}

/** The page shows something else, where nothing is written. */
export function removeEarlyField(): void {
  document.getElementById(ID)?.remove();
}

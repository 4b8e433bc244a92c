/**
 * The document's own input field, in which a visitor can write before the scripts load. Its text, caret and focus move
 * to the page's composer (docs/decisions/0028).
 */

const ID = "first-field";

let isComposing = false;
for (const sign of ["compositionstart", "compositionend"]) {
  document.addEventListener(sign, ({ target }) => {
    if (target instanceof Element && target.closest(`#${ID}`)) isComposing = sign === "compositionstart";
  });
}

export type Written = {
  text: string;
  /** Whether Enter was the last key, which sends in a chat. */
  isFinished: boolean;
  /** Where the selection begins and ends. */
  caret: readonly [from: number, to: number];
};

/**
 * Moves the written text to `field`. While an input method composes a word, it waits for the word. Returns a function
 * that cancels the wait.
 */
export function takeOverEarlyField(field: HTMLTextAreaElement, take: (written: Written) => void): () => void {
  const form = document.getElementById(ID);
  const first = form?.querySelector("textarea");
  const over = new AbortController();
  const handOver = () => {
    if (!form || !first) return;
    const { value, selectionStart, selectionEnd } = first;
    const text = value.trimEnd();
    // A phone's keyboard stays open only if the focus moves directly from field to field.
    if (document.activeElement === first) field.focus({ preventScroll: true });
    form.remove();
    if (text === "") return;
    const isFinished = /\n\s*$/.test(value);
    take({ text: isFinished ? text : value, isFinished, caret: [selectionStart, selectionEnd] });
  };
  if (isComposing) form?.addEventListener("compositionend", handOver, { once: true, signal: over.signal });
  else handOver();
  return () => over.abort();
}

/** Removes the field on pages without a composer. */
export function removeEarlyField(): void {
  document.getElementById(ID)?.remove();
}

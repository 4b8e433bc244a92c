/** Finds the `/` that opens the quick replies while the agent types. */

export type Slash = {
  /** Where the slash is. */
  from: number;
  /** What follows it, up to the caret. */
  search: string;
};

/** A slash begins a word, so that 24/7, dates and links are left alone. */
const BEGUN = /(?:^|\s)\/([^\s/]{0,40})$/;

export function slashAt(text: string, caret: number): Slash | undefined {
  const match = BEGUN.exec(text.slice(0, caret));
  if (!match) return undefined;
  const search = match[1] ?? "";
  return { from: caret - search.length - 1, search };
}

/** Puts a text in place of the slash and what follows it. */
export function inPlaceOf(
  slash: Slash,
  draft: string,
  inserted: string,
): { text: string; from: number; to: number } {
  const end = slash.from + 1 + slash.search.length;
  return {
    text: draft.slice(0, slash.from) + inserted + draft.slice(end),
    from: slash.from,
    to: slash.from + inserted.length,
  };
}

/** What the visitor types, before it is sent: Spec §5, Contract §2. */

/** Contract §2. */
export const TEXT_LENGTH_MAX = 4000;

/** Non-breaking spaces and the entities a paste can bring become what they mean. */
export function normalised(words: string): string {
  return words
    .replaceAll("\u00a0", " ")
    .replace(/&nbsp;/gi, " ")
    .replace(/&amp;/gi, "&");
}

/** Nothing but white space and signs without width. */
export function isBlank(words: string): boolean {
  return words.replace(/[\s\u200b-\u200f\u2028-\u202e\u2060-\u2064\u00ad\ufeff]/g, "") === "";
}

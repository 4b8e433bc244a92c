/** What the visitor types, before it is sent: Protocol, 'Texts'. */

/** Protocol, 'Texts'. */
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

/** Longer endings are words of the name and say nothing about its kind. */
const SUFFIX_LENGTH_MAX = 8;

/** A file's name before its ending, and the ending with its dot; empty where it has none. */
export function partsOfName(name: string): { stem: string; suffix: string } {
  const dot = name.lastIndexOf(".");
  const hasSuffix = dot > 0 && name.length - dot <= SUFFIX_LENGTH_MAX;
  return hasSuffix ? { stem: name.slice(0, dot), suffix: name.slice(dot) } : { stem: name, suffix: "" };
}

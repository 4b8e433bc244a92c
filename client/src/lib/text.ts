/** Texts before they are sent: Protocol, 'Texts'. */

/** In characters: Protocol, 'Texts'. */
export const TEXT_LENGTH_MAX = 4000;

/** Replaces non-breaking spaces and the HTML entities that a paste can bring. */
export function normalised(text: string): string {
  return text
    .replaceAll("\u00a0", " ")
    .replace(/&nbsp;/gi, " ")
    .replace(/&amp;/gi, "&");
}

/** Whether a text has only white space and zero-width characters. */
export function isBlank(text: string): boolean {
  return text.replace(/[\s\u200b-\u200f\u2028-\u202e\u2060-\u2064\u00ad\ufeff]/g, "") === "";
}

/** In characters, with the dot. A longer ending is part of the name, not a file type. */
const SUFFIX_LENGTH_MAX = 8;

/** A file's name without its ending, and the ending with its dot, or empty if it has none. */
export function partsOfName(name: string): { stem: string; suffix: string } {
  const dot = name.lastIndexOf(".");
  const hasSuffix = dot > 0 && name.length - dot <= SUFFIX_LENGTH_MAX;
  return hasSuffix ? { stem: name.slice(0, dot), suffix: name.slice(dot) } : { stem: name, suffix: "" };
}

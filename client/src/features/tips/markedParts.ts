/**
 * Parses a tip from the server: escaped text with the matching part between `<rhi>` and `</rhi>`. Protocol, 'Tips,
 * articles, feedback', robotTips.
 */
import { plainText } from "../../lib/html";

/** `at` is the part's offset in the text. */
export type MarkedPart = { at: number; text: string; isMarked: boolean };

export function markedParts(html: string): MarkedPart[] {
  const pieces = html.split(/(<rhi>|<\/rhi>)/i);
  let isMarked = false;
  let at = 0;
  const parts: MarkedPart[] = [];
  for (const piece of pieces) {
    if (/^<\/?rhi>$/i.test(piece)) {
      isMarked = piece[1] !== "/";
      continue;
    }
    if (piece !== "") parts.push({ at, text: unescaped(piece), isMarked });
    at += piece.length;
  }
  return parts;
}

/** Returns a tip's question as plain text. */
export function questionOf(html: string): string {
  return markedParts(html)
    .map((part) => part.text)
    .join("");
}

/** Keeps spaces at both ends: they separate the part from its neighbours. */
function unescaped(escaped: string): string {
  const inner = escaped.trim();
  const from = escaped.indexOf(inner);
  return escaped.slice(0, from) + plainText(inner) + escaped.slice(from + inner.length);
}

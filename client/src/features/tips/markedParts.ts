/** A tip as the server writes it: escaped text, the part that fits between `<rhi>` and `</rhi>`. Protocol, 'Tips, articles, feedback', robotTips. */
import { plainText } from "../../lib/html";

/** `at` is the part's place in the text. */
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

/** The question a tip stands for, in plain words. */
export function questionOf(html: string): string {
  return markedParts(html)
    .map((part) => part.text)
    .join("");
}

/** Blanks at the ends belong to the words beside them. */
function unescaped(escaped: string): string {
  const inner = escaped.trim();
  const from = escaped.indexOf(inner);
  return escaped.slice(0, from) + plainText(inner) + escaped.slice(from + inner.length);
}

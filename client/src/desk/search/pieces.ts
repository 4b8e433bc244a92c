import type { Excerpt } from "../../wire/search";

export type Piece = { key: number; text: string; isFound: boolean };

/** Cuts an excerpt at the places that were found. They count code points, and JavaScript's texts count UTF-16 units. */
export function piecesOf({ text, ranges }: Excerpt): readonly Piece[] {
  const letters = Array.from(text);
  const pieces: Piece[] = [];
  let at = 0;
  const add = (end: number, isFound: boolean) => {
    if (end > at) pieces.push({ key: at, text: letters.slice(at, end).join(""), isFound });
    at = Math.max(at, end);
  };
  for (const [from, to] of ranges) {
    add(from, false);
    add(to, true);
  }
  add(letters.length, false);
  return pieces;
}

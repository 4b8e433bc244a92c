/** Finds lines of the palette by a few letters, in any order, with one slip a word, in every script. */
import uFuzzy from "@leeoniya/ufuzzy";

export type Findable = {
  key: string;
  name: string;
  /** Other words that find it. */
  words: string;
};

/** `marks` are the parts of the name that were typed: where each begins and ends. */
export type FoundLine<T> = { line: T; marks: readonly (readonly [number, number])[] };

const LETTER = "\\p{L}\\p{M}";
const fuzzy = new uFuzzy({
  unicode: true,
  alpha: LETTER,
  interSplit: `[^${LETTER}\\d']+`,
  interBound: `[^${LETTER}\\d]`,
  intraSplit: "\\p{Ll}\\p{Lu}",
  intraBound: "\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}",
  intraChars: `[${LETTER}\\d']`,
  intraContr: "'\\p{L}{1,2}\\b",
  intraMode: 1,
  intraIns: 1,
  intraSub: 1,
  intraTrn: 1,
  intraDel: 1,
});

/** The most words whose order does not matter; each more multiplies the work. */
const ANY_ORDER_WORDS = 3;

/**
 * Returns the lines that a text finds, the best first: names that begin with it, then words that begin with it, then
 * the rest of the names, then other words; slips only if nothing else fits. Among equals, those used last come first,
 * then the lines keep their order.
 */
export function ranked<T extends Findable>(
  lines: readonly T[],
  text: string,
  recent: readonly string[],
): readonly FoundLine<T>[] {
  const wanted = plain(text).trim();
  if (wanted === "") return lines.map((line) => ({ line, marks: [] }));
  const typed = wanted.split(/\s+/);
  const plained = lines.map((line, at) => ({
    line,
    at,
    name: plain(line.name),
    whole: plain(`${line.name} ${line.words}`),
  }));
  const exact = plained.filter(({ whole }) => typed.every((word) => whole.includes(word)));
  const found = exact.length > 0 ? exact : withSlips(plained, wanted);
  const placeOf = (key: string) => (recent.includes(key) ? recent.indexOf(key) : recent.length);
  return found
    .map((one) => ({ ...one, fit: fitOf(one.name, one.whole, wanted) }))
    .toSorted(
      (one, other) =>
        one.fit - other.fit || placeOf(one.line.key) - placeOf(other.line.key) || one.at - other.at,
    )
    .map(({ line, name }) => ({ line, marks: marksIn(line.name, name, wanted) }));
}

/** Slips are looked for if nothing has the letters as they are typed: they find too much, and cost more. */
function withSlips<T extends { whole: string }>(lines: readonly T[], wanted: string): readonly T[] {
  const [found] = fuzzy.search(
    lines.map(({ whole }) => whole),
    wanted,
    ANY_ORDER_WORDS,
  );
  return (found ?? []).flatMap((at) => lines[at] ?? []);
}

/** How well a line fits; 0 is best. */
function fitOf(name: string, whole: string, wanted: string): number {
  if (name.startsWith(wanted)) return 0;
  const typed = wanted.split(/\s+/);
  const begins = (text: string) =>
    typed.every((word) => text.split(/[^\p{L}\p{M}\d]+/u).some((one) => one.startsWith(word)));
  if (begins(name)) return 1;
  if (typed.every((word) => name.includes(word))) return 2;
  if (begins(whole)) return 3;
  return typed.every((word) => whole.includes(word)) ? 4 : 5;
}

/** Without accents and capitals, so that `zoe` finds Zoë. */
function plain(text: string): string {
  return uFuzzy.latinize(text.normalize("NFC")).toLowerCase();
}

/** A letter that is two without its accent would move all marks behind it. */
function marksIn(name: string, plainName: string, wanted: string): readonly (readonly [number, number])[] {
  if (name.length !== plainName.length) return [];
  const typed = wanted.split(/\s+/).toSorted((one, other) => other.length - one.length);
  const marks: (readonly [number, number])[] = [];
  for (const word of typed) {
    const at = plainName.indexOf(word);
    const end = at + word.length;
    if (at >= 0 && marks.every(([from, to]) => end <= from || at >= to)) marks.push([at, end]);
  }
  return marks.toSorted(([one], [other]) => one - other);
}

/** Cuts a name at its marks. */
export function piecesOf(
  name: string,
  marks: FoundLine<unknown>["marks"],
): readonly { text: string; isMarked: boolean; at: number }[] {
  const ends = [0, ...marks.flat(), name.length];
  return ends
    .slice(0, -1)
    .map((from, index) => ({ text: name.slice(from, ends[index + 1]), isMarked: index % 2 === 1, at: from }))
    .filter(({ text }) => text !== "");
}

/** The tenant's sensitive words as they are edited. */
import { isRecord } from "../../../lib/record";

export type Treatment = "mask" | "flag";
export type Word = { word: string; action: Treatment };

/** The words of a form's value. An absent treatment is `mask`. */
export function wordsOf(value: unknown): Word[] {
  const list: unknown[] = Array.isArray(value) ? value : [];
  return list.filter(isRecord).map(({ word, action }) => ({
    word: typeof word === "string" ? word : "",
    action: action === "flag" ? "flag" : "mask",
  }));
}

/** The words with those of the lines in front. A known word, whatever its case, gets the new treatment. */
export function withLines(words: readonly Word[], lines: string, action: Treatment): Word[] {
  const wanted = lines.split(/\r?\n/).map((line) => line.trim());
  const added = new Map(wanted.filter((word) => word !== "").map((word) => [word.toLowerCase(), word]));
  const others = words.filter(({ word }) => !added.has(word.trim().toLowerCase()));
  return [...[...added.values()].map((word) => ({ word, action })), ...others];
}

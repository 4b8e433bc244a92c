/** What was said last by somebody else, in plain words: announced by the page, peeked by the shop's launcher. */
import type { Row } from "../conversation/rows";
import { wordsOf } from "../conversation/words";

export function latestWords(rows: readonly Row[]): string {
  const row = rows.findLast((each) => each.kind === "message" && each.entry.sender !== "visitor");
  // A reply is announced once, when it is whole.
  if (row?.kind !== "message" || row.entry.isRecalled || row.entry.isGrowing) return "";
  return wordsOf(row.entry.content);
}

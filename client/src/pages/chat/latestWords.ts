/** The plain text of the others' messages, for announcements and for the launcher's peek. */
import type { Row } from "../../conversation/rows";
import { wordsOf } from "../../conversation/words";

export type Said = { key: string; text: string };

/** The first line of the last message that is not the visitor's: the host page gets no more (Protocol, 'Widget'). */
export function latestWords(rows: readonly Row[]): string {
  const row = rows.findLast((each) => each.kind === "message" && each.entry.sender !== "visitor");
  const text = row ? saidIn(row)?.text : undefined;
  return text?.trim().split(/[\r\n]/, 1)[0] ?? "";
}

/** The others' messages after a time, oldest first, at most the newest `most`. */
export function newsAfter(rows: readonly Row[], after: number, most: number): readonly Said[] {
  const news: Said[] = [];
  for (const row of rows.toReversed()) {
    if (row.kind !== "message" || row.entry.delivery !== "sent") continue;
    if (row.entry.at <= after || news.length === most) break;
    const said = row.entry.sender === "visitor" ? undefined : saidIn(row);
    if (said) news.unshift(said);
  }
  return news;
}

function saidIn(row: Row): Said | undefined {
  // A streamed reply is announced once, when it is complete.
  if (row.kind !== "message" || row.entry.isRecalled || row.entry.isGrowing) return undefined;
  const text = wordsOf(row.entry.content);
  return text === "" ? undefined : { key: row.key, text };
}

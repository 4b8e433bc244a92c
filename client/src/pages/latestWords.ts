/** What was said last by somebody else, in plain words: announced by the page, peeked by the shop's launcher. */
import type { Row } from "../conversation/rows";
import { plainText } from "../lib/html";

export function latestWords(rows: readonly Row[]): string {
  const row = rows.findLast((each) => each.kind === "message" && each.entry.sender !== "visitor");
  return row?.kind === "message" ? wordsOf(row) : "";
}

function wordsOf({ entry }: Extract<Row, { kind: "message" }>): string {
  const { content } = entry;
  if (entry.isRecalled) return "";
  switch (content.kind) {
    case "text":
    case "line":
      return content.text;
    case "richText":
      return plainText(content.html);
    case "answer":
      return content.parts.map((part) => plainText(part.text)).join(" ");
    default:
      return "";
  }
}

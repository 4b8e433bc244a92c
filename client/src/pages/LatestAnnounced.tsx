import type { Row } from "../conversation/rows";
import { plainText } from "../lib/html";

export type LatestAnnouncedProps = { rows: readonly Row[] };

/**
 * The newest words of others for screen readers. The list itself keeps quiet: rows come and go in it while it
 * is scrolled, and none of that is news.
 */
export function LatestAnnounced({ rows }: LatestAnnouncedProps) {
  const row = rows.findLast((each) => each.kind === "message" && each.entry.sender !== "visitor");
  const words = row?.kind === "message" ? wordsOf(row) : "";
  return (
    <p className="visually-hidden" role="status">
      {words}
    </p>
  );
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

import type { Row } from "../../conversation/rows";
import { newsAfterAtom } from "../../state/chat.atoms";
import { useAtomValue } from "../../state/jotai";
import { newsAfter } from "./latestWords";

/** Number of messages that may arrive at once and are each announced. */
const KEPT = 5;

/**
 * Announces new messages of others to screen readers, each once. Messages from before the page opened are left out. The
 * list itself is no live region, because scrolling adds and removes rows.
 */
export function LatestAnnounced({ rows }: { rows: readonly Row[] }) {
  const after = useAtomValue(newsAfterAtom);
  const news = after === 0 ? [] : newsAfter(rows, after, KEPT);
  return (
    <div className="visually-hidden" role="status" aria-atomic="false" aria-relevant="additions">
      {news.map(({ key, text }) => (
        <p key={key}>{text}</p>
      ))}
    </div>
  );
}

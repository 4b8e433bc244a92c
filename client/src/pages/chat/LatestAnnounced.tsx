import type { Row } from "../../conversation/rows";
import { newsAfterAtom } from "../../state/chat.atoms";
import { useAtomValue } from "../../state/jotai";
import { newsAfter } from "./latestWords";

/** As many can come in one go and each be announced. */
const KEPT = 5;

export type LatestAnnouncedProps = { rows: readonly Row[] };

/**
 * What others say, for screen readers: each message once, as it comes, and nothing that stood there when the page was
 * opened. The list itself keeps quiet: rows come and go in it while it is scrolled, and none of that is news.
 */
export function LatestAnnounced({ rows }: LatestAnnouncedProps) {
  const after = useAtomValue(newsAfterAtom);
  const news = after === 0 ? [] : newsAfter(rows, after, KEPT);
  return (
    <div className="visually-hidden" role="status" aria-atomic="false" aria-relevant="additions">
      {news.map(({ key, words }) => (
        <p key={key}>{words}</p>
      ))}
    </div>
  );
}

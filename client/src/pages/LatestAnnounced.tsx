import type { Row } from "../conversation/rows";
import { latestWords } from "./latestWords";

export type LatestAnnouncedProps = { rows: readonly Row[] };

/**
 * The newest words of others for screen readers. The list itself keeps quiet: rows come and go in it while it
 * is scrolled, and none of that is news.
 */
export function LatestAnnounced({ rows }: LatestAnnouncedProps) {
  return (
    <p className="visually-hidden" role="status">
      {latestWords(rows)}
    </p>
  );
}

import { ArrowDown } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Virtualizer } from "virtua";
import type { Row } from "../../conversation/rows";
import type { Older } from "../../conversation/types";
import { Dots } from "../../ui/Dots";
import styles from "./MessageList.module.css";
import { useFollowing } from "./useFollowing";

export type MessageListProps = {
  rows: readonly Row[];
  older: Older;
  renderRow: (row: Row) => ReactNode;
  onNeedOlder: () => void;
};

/**
 * The list. Only what is near the window is in the document, so thousands of messages cost what twenty do.
 * At the end it follows what comes; scrolled up it stays where it is read and counts.
 */
export function MessageList({ rows, older, renderRow, onNeedOlder }: MessageListProps) {
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const following = useFollowing(rows, scroller, () => {
    if (older === "idle") onNeedOlder();
  });

  return (
    <div className={styles.frame}>
      <div
        ref={scroller}
        className={styles.scroller}
        role="log"
        aria-live="off"
        aria-label={t("list_label")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <Virtualizer
          ref={following.list}
          scrollRef={scroller}
          as="ol"
          item="li"
          data={rows}
          shift={following.isPrepending}
          bufferSize={600}
          onScroll={following.onScroll}
          onResize={following.onResize}
        >
          {(row) => (
            <div key={row.key} className={styles.row} data-row={row.kind}>
              {renderRow(row)}
            </div>
          )}
        </Virtualizer>
      </div>
      {older === "loading" ? (
        <p className={styles.older} role="status">
          <Dots /> <span className="visually-hidden">{t("list_older_loading")}</span>
        </p>
      ) : null}
      {following.isAtEnd ? null : (
        <button
          type="button"
          className={styles.toEnd}
          onClick={following.toEnd}
          data-count={following.unseen}
        >
          <ArrowDown size={16} aria-hidden />
          <span className={following.unseen === 0 ? "visually-hidden" : undefined}>
            {following.unseen === 0 ? t("list_to_end") : t("list_new", { count: following.unseen })}
          </span>
        </button>
      )}
    </div>
  );
}

import { ArrowDown } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Virtualizer } from "virtua";
import type { Row } from "../../conversation/rows";
import type { Older } from "../../conversation/types";
import { Dots } from "../../ui/Dots";
import styles from "./MessageList.module.css";
import { useFollowing } from "./useFollowing";
import { type Pull, usePull } from "./usePull";

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
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const needOlder = () => {
    if (older === "idle") onNeedOlder();
  };
  const following = useFollowing(rows, scroller, needOlder, !isTouched());
  const pull = usePull(frame, scroller, needOlder);

  return (
    <div ref={frame} className={styles.frame}>
      {pull === "none" ? null : (
        <p className={styles.pull} data-pull={pull}>
          {older === "end" ? null : <ArrowDown size={16} aria-hidden />}
          {pullWords(older, pull, t)}
        </p>
      )}
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

/** By touch older messages are pulled for, by mouse and keys they come as the list is scrolled up to them. */
function isTouched(): boolean {
  return matchMedia("(pointer: coarse)").matches;
}

function pullWords(older: Older, pull: Pull, t: ReturnType<typeof useTranslation<"chat">>["t"]): string {
  if (older === "end") return t("list_older_end");
  if (older === "loading") return t("list_older_loading");
  return t(pull === "ready" ? "list_older_drop" : "list_older_pull");
}

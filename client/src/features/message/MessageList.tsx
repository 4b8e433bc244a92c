import type { TFunction } from "i18next";
import { ArrowDown } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
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
  /** Id of a message to scroll to, highlight for a moment, and focus. */
  sought?: string;
  onFound?: () => void;
  /** Each change scrolls the list to its end, wherever it is; 0 at first. */
  endSought?: number;
};

/** How long a found message is highlighted; the CSS animation takes as long. */
const FOUND_SHOWN_MS = 2000;

/**
 * Shows the rows. Only rows near the window are in the document, so thousands of messages cost as much as twenty. At
 * the end the list follows new messages; scrolled up, it stays and counts them.
 */
export function MessageList(props: MessageListProps) {
  const { rows, older, renderRow, onNeedOlder, sought = "", onFound, endSought = 0 } = props;
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const needOlder = () => {
    if (older === "idle") onNeedOlder();
  };
  const following = useFollowing(rows, scroller, needOlder, !isTouched(), sought !== "");
  const pull = usePull(frame, scroller, needOlder);
  const soughtAt = sought === "" ? -1 : rows.findIndex((row) => isMessage(row, sought));
  const { toRow, toEnd } = following;
  useEffect(() => {
    if (endSought > 0) toEnd();
  }, [endSought, toEnd]);
  useEffect(() => {
    if (soughtAt >= 0) toRow(soughtAt);
  }, [soughtAt, toRow]);
  useEffect(() => {
    if (sought === "") return;
    const timer = setTimeout(() => onFound?.(), FOUND_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [sought, onFound]);

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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
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
          onScrollEnd={following.onScrollEnd}
          onResize={following.onResize}
        >
          {(row) => {
            const isSought = sought !== "" && isMessage(row, sought);
            return (
              <div
                key={row.key}
                className={styles.row}
                data-row={row.kind}
                data-key={row.key}
                tabIndex={-1}
                ref={isSought ? focusOnceShown : null}
                data-sought={isSought || undefined}
              >
                {renderRow(row)}
              </div>
            );
          }}
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
          className={`${styles.toEnd} rising`}
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

function isMessage(row: Row, id: string): boolean {
  return row.kind === "message" && row.entry.id === id;
}

/** Waits until the virtual list has measured the row and shows it, then focuses it. */
function focusOnceShown(row: HTMLElement | null): (() => void) | undefined {
  let frame = 0;
  const focus = () => {
    row?.focus({ preventScroll: true });
    if (document.activeElement !== row) frame = requestAnimationFrame(focus);
  };
  focus();
  return () => cancelAnimationFrame(frame);
}

/** By touch, the visitor pulls for older messages; with mouse and keys, they load while scrolling up. */
function isTouched(): boolean {
  return matchMedia("(pointer: coarse)").matches;
}

function pullWords(older: Older, pull: Pull, t: TFunction<"chat">): string {
  if (older === "end") return t("list_older_end");
  if (older === "loading") return t("list_older_loading");
  return t(pull === "ready" ? "list_older_drop" : "list_older_pull");
}

import { ChevronRight, Inbox } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import { Failed } from "../../ui/Failed";
import { LoadingWords } from "../../ui/LoadingWords";
import { Skeleton } from "../../ui/Skeleton";
import { WholeTime } from "../../ui/WholeTime";
import styles from "./MineList.module.css";

/** A left message as a row. */
export type MineRow = { id: string; at: number; content: string; state: ReactNode; onOpen: () => void };

export type MineListProps = {
  rows: "loading" | "failed" | readonly MineRow[];
  /** There are older ones to load. */
  hasMore: boolean;
  isLoadingMore: boolean;
  onMore: () => void;
  onRetry: () => void;
  onWrite: () => void;
};

/** Lists what the visitor has left, newest first. */
export function MineList({ rows, hasMore, isLoadingMore, onMore, onRetry, onWrite }: MineListProps) {
  const { t } = useTranslation("form");
  const { t: tChat } = useTranslation();
  if (rows === "loading") {
    return (
      <div className={styles.loading} aria-busy="true">
        <LoadingWords>{tChat("page_loading")}</LoadingWords>
        <Skeleton width="100%" height="76px" shape="bubble" />
        <Skeleton width="100%" height="76px" shape="bubble" />
      </div>
    );
  }
  if (rows === "failed") {
    return <Failed text={t("leave_list_failed")} onRetry={onRetry} />;
  }
  if (rows.length === 0) {
    return (
      <div className={styles.empty}>
        <Inbox size={36} strokeWidth={1.5} aria-hidden />
        <p>{t("leave_list_empty")}</p>
        <Button look="soft" onClick={onWrite}>
          {t("leave_tab_submit")}
        </Button>
      </div>
    );
  }
  return (
    <>
      <ul className={styles.list}>
        {rows.map((row) => (
          <li key={row.id}>
            <button type="button" className={styles.row} onClick={row.onOpen}>
              <span className={styles.words}>
                <span className={styles.head}>
                  {row.state}
                  <WholeTime at={row.at} />
                </span>
                <span className="two-lines" dir="auto">
                  {row.content}
                </span>
              </span>
              <ChevronRight size={18} aria-hidden className="mirrored" />
            </button>
          </li>
        ))}
      </ul>
      {hasMore ? (
        <div className={styles.more}>
          <Button look="quiet" isBusy={isLoadingMore} onClick={onMore}>
            {tChat("page_more")}
          </Button>
        </div>
      ) : null}
    </>
  );
}

import { useTranslation } from "react-i18next";
import { Skeleton } from "../../ui/Skeleton";
import styles from "./Layout.module.css";

export type ChatSkeletonProps = {
  /** Shows that the page is still connecting. */
  isLate?: boolean;
};

/** The placeholder of the chat: a header and two bubbles, shown before any words are loaded. */
export function ChatSkeleton({ isLate = false }: ChatSkeletonProps) {
  const { t } = useTranslation(undefined, { useSuspense: false });
  return (
    <div className={styles.page} aria-busy="true">
      <div className={styles.window}>
        <div className={styles.skeletonHeader}>
          <Skeleton width="40px" height="40px" shape="round" />
          <Skeleton width="120px" height="16px" />
        </div>
        <div className={styles.skeletonBody}>
          <Skeleton width="62%" height="60px" shape="bubble" />
          <Skeleton width="44%" height="40px" shape="bubble" />
          {isLate ? <p role="status">{t("connection_connecting")}</p> : null}
        </div>
      </div>
    </div>
  );
}

import { useTranslation } from "react-i18next";
import { Skeleton } from "../../ui/Skeleton";
import { ChatSkeleton } from "./ChatSkeleton";
import styles from "./Layout.module.css";

export type PageSkeletonProps = {
  /** Shows that the page is still connecting. */
  isLate?: boolean;
};

/** The placeholder of a page: the chat's at the chat's address, else a header and some lines. */
export function PageSkeleton({ isLate = false }: PageSkeletonProps) {
  const { t } = useTranslation(undefined, { useSuspense: false });
  if (!/\/(leaveMsg|leaveMessage|workorder|formData|question)$/.test(location.pathname)) {
    return <ChatSkeleton isLate={isLate} />;
  }
  return (
    <div className={styles.page} aria-busy="true">
      <div className={styles.skeletonHeader}>
        <Skeleton width="160px" height="18px" />
      </div>
      <div className={styles.skeletonBody}>
        <Skeleton width="70%" height="16px" />
        <Skeleton width="40%" height="16px" />
        {isLate ? <p role="status">{t("connection_connecting")}</p> : null}
      </div>
    </div>
  );
}

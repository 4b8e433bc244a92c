import { useTranslation } from "react-i18next";
import { Skeleton } from "../../ui/Skeleton";
import styles from "./Page.module.css";

/** The outline of a page that is loading. */
export function PageSkeleton() {
  const { t } = useTranslation("admin");
  return (
    <div className={styles.page} role="status">
      <span className="visually-hidden">{t("loading")}</span>
      <Skeleton width="220px" height="28px" />
      <Skeleton width="min(640px, 100%)" height="48px" />
      <Skeleton width="min(640px, 100%)" height="48px" />
      <Skeleton width="min(640px, 100%)" height="48px" />
    </div>
  );
}

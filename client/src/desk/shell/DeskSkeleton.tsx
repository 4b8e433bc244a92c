import { useTranslation } from "react-i18next";
import { Skeleton } from "../../ui/Skeleton";
import styles from "./DeskSkeleton.module.css";

const ROWS = ["a", "b", "c", "d"];

/** The desk's outline while the signed-in agent is loaded. */
export function DeskSkeleton() {
  const { t } = useTranslation("desk");
  return (
    <div className={styles.desk}>
      <p role="status" className={styles.word}>
        {t("connection_connecting")}
      </p>
      <div className={styles.lists} aria-hidden="true">
        {ROWS.map((row) => (
          <div key={row} className={styles.row}>
            <Skeleton width="40px" height="40px" shape="round" />
            <div className={styles.lines}>
              <Skeleton width="60%" height="14px" />
              <Skeleton width="85%" height="12px" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

import { useTranslation } from "react-i18next";
import { Button } from "./Button";
import styles from "./Failed.module.css";

export type FailedProps = { words: string; onRetry: () => void };

/** Says what could not be loaded, and offers a retry. */
export function Failed({ words, onRetry }: FailedProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.failed} role="alert">
      <p>{words}</p>
      <Button look="outline" onClick={onRetry}>
        {t("page_retry")}
      </Button>
    </div>
  );
}

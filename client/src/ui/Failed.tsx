import { useTranslation } from "react-i18next";
import { Button } from "./Button";
import styles from "./Failed.module.css";

/** Says what could not be loaded, and offers a retry. */
export function Failed({ text, onRetry }: { text: string; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.failed} role="alert">
      <p>{text}</p>
      <Button look="outline" onClick={onRetry}>
        {t("page_retry")}
      </Button>
    </div>
  );
}

import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import styles from "./Trouble.module.css";

export type TroubleProps = { text: string; retry?: string; onRetry: () => void };

/** Says what could not be loaded, and offers a retry. */
export function Trouble({ text, retry, onRetry }: TroubleProps) {
  const { t } = useTranslation("admin");
  return (
    <div role="alert" className={styles.trouble}>
      <p>{text}</p>
      <Button look="outline" onClick={onRetry}>
        {retry ?? t("retry")}
      </Button>
    </div>
  );
}

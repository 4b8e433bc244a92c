import { MonitorSmartphone } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import styles from "./EndedBar.module.css";

/** Says that the chat is open in another window, and offers to continue here. */
export function DisplacedNotice({ onContinueHere }: { onContinueHere: () => void }) {
  const { t } = useTranslation();
  return (
    <section className={styles.bar} role="alert">
      <div className={styles.rate}>
        <MonitorSmartphone size={24} aria-hidden />
        <p className={styles.strong}>{t("displaced_title")}</p>
        <p>{t("displaced_text")}</p>
      </div>
      <Button look="primary" isWide onClick={onContinueHere}>
        {t("displaced_here")}
      </Button>
    </section>
  );
}

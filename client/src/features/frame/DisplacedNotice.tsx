import { MonitorSmartphone } from "lucide-react";
import { useLayoutEffect } from "react";
import { useTranslation } from "react-i18next";
import { removeEarlyField } from "../../lib/earlyField";
import { Button } from "../../ui/Button";
import styles from "./EndedBar.module.css";

export type DisplacedNoticeProps = { why: "displaced" | "ticketOver"; onContinueHere: () => void };

/** Says that the chat is open in another window, or that a queue ticket is used up, and offers to continue here. */
export function DisplacedNotice({ why, onContinueHere }: DisplacedNoticeProps) {
  const { t } = useTranslation();
  // The start may be refused before the page has a composer.
  useLayoutEffect(removeEarlyField, []);
  const isOver = why === "ticketOver";
  return (
    <section className={styles.bar} role="alert">
      <div className={styles.rate}>
        <MonitorSmartphone size={24} aria-hidden />
        <p className={styles.strong}>{t(isOver ? "ticket_over" : "displaced_title")}</p>
        {isOver ? null : <p>{t("displaced_text")}</p>}
      </div>
      <Button look="primary" isWide onClick={onContinueHere}>
        {t(isOver ? "ended_again" : "displaced_here")}
      </Button>
    </section>
  );
}

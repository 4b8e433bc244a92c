import { Check } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import styles from "./LeaveForm.module.css";

/** Says that the message has arrived and what the visitor can do next. */
export function LeaveDone({ onAgain, onMine }: { onAgain: () => void; onMine: () => void }) {
  const { t } = useTranslation("form");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={`${styles.done} rising`}>
      <span className={styles.tick}>
        <Check size={28} aria-hidden />
      </span>
      <h2 ref={heading} tabIndex={-1}>
        {t("form_done")}
      </h2>
      <p>{t("leave_done_text")}</p>
      <div className={styles.next}>
        <Button look="primary" onClick={onMine}>
          {t("leave_tab_mine")}
        </Button>
        <Button look="outline" onClick={onAgain}>
          {t("leave_again")}
        </Button>
      </div>
    </section>
  );
}

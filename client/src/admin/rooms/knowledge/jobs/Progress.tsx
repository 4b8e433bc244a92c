import { useTranslation } from "react-i18next";
import common from "../../../common.module.css";
import styles from "./Progress.module.css";

export type ProgressProps = { label: string; done: number; total: number };

/** How far a job is, with numbers. Without a total it only says that something happens. */
export function Progress({ label, done, total }: ProgressProps) {
  const { t } = useTranslation("admin");
  const isKnown = total > 0;
  return (
    <div className={styles.progress}>
      <progress aria-label={label} className={styles.bar} {...(isKnown ? { value: done, max: total } : {})} />
      <p className={common.note}>
        {label} {isKnown ? <span className={styles.numbers}>{t("kb_progress", { done, total })}</span> : null}
      </p>
    </div>
  );
}

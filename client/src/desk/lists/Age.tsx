import { useTranslation } from "react-i18next";
import { useNow } from "../useNow";
import styles from "./Age.module.css";
import { ageParts, toneOf } from "./waiting";

export type AgeProps = {
  /** When the wait began, in ms since the epoch. */
  since: number;
};

/** Shows a waiting time that counts up and turns amber, then red. */
export function Age({ since }: AgeProps) {
  const { t } = useTranslation("desk");
  const ageMs = useNow() - since;
  const parts = ageParts(ageMs);
  const text = parts.unit === "clock" ? parts.text : t("age_hours", { count: parts.count });
  const words = t("age_title", { age: text });
  return (
    <span className={styles.age} data-tone={toneOf(ageMs)} title={words}>
      <span aria-hidden="true">{text}</span>
      <span className="visually-hidden">{words}</span>
    </span>
  );
}

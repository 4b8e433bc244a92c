import { useTranslation } from "react-i18next";
import { languageTag } from "../../i18n/tags";
import { dayName } from "../../lib/time";
import styles from "./Messages.module.css";

export type DayLineProps = { at: number };

export function DayLine({ at }: DayLineProps) {
  const { t, i18n } = useTranslation("desk");
  const words = { today: t("today"), yesterday: t("yesterday") };
  return <p className={styles.day}>{dayName(at, Date.now(), languageTag(i18n.language), words)}</p>;
}

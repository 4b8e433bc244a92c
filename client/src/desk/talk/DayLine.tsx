import { useTranslation } from "react-i18next";
import { dayName } from "../../lib/time";
import styles from "./Messages.module.css";

export type DayLineProps = { at: number };

export function DayLine({ at }: DayLineProps) {
  const { t, i18n } = useTranslation("desk");
  const language = i18n.language === "tw" ? "zh-TW" : i18n.language;
  const words = { today: t("today"), yesterday: t("yesterday") };
  return <p className={styles.day}>{dayName(at, Date.now(), language, words)}</p>;
}

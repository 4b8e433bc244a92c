import { useTranslation } from "react-i18next";
import { languageTag } from "../../i18n/tags";
import { dayName } from "../../lib/time";
import styles from "./Messages.module.css";

export function DayLine({ at }: { at: number }) {
  const { t, i18n } = useTranslation("desk");
  const labels = { today: t("today"), yesterday: t("yesterday") };
  return <p className={styles.day}>{dayName(at, Date.now(), languageTag(i18n.language), labels)}</p>;
}

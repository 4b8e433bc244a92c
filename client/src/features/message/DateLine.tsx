import { useTranslation } from "react-i18next";
import { languageTag } from "../../i18n/tags";
import { dayName } from "../../lib/time";
import styles from "./Lines.module.css";

export function DateLine({ at }: { at: number }) {
  const { t, i18n } = useTranslation();
  const labels = { today: t("list_today"), yesterday: t("list_yesterday") };
  return <p className={styles.date}>{dayName(at, Date.now(), languageTag(i18n.language), labels)}</p>;
}

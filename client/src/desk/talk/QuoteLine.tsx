import { useTranslation } from "react-i18next";
import type { Quote } from "../../wire/message";
import { quotedLine, quotedName } from "../names";
import styles from "./QuoteLine.module.css";

/** Shows a quoted message: its author and its text in two lines. */
export function QuoteLine({ quote }: { quote: Quote }) {
  const { t } = useTranslation("desk");
  const name = quotedName(quote, t);
  return (
    <blockquote className={styles.quote} aria-label={t("quoted", { name })}>
      <bdi className={styles.name}>{name}</bdi>
      <span className="two-lines" dir="auto">
        {quotedLine(quote, t)}
      </span>
    </blockquote>
  );
}

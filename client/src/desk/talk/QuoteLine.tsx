import { useTranslation } from "react-i18next";
import type { Quote } from "../../wire/message";
import { quotedLine, quotedName } from "../names";
import styles from "./QuoteLine.module.css";

export type QuoteLineProps = { quote: Quote };

/** The message that another one answers: who said it, and its words in two lines. */
export function QuoteLine({ quote }: QuoteLineProps) {
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

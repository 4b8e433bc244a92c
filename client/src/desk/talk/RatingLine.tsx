import { Star } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Row } from "../types";
import styles from "./RatingLine.module.css";

/** Shows the visitor's rating of the conversation. */
export function RatingLine({ rating: { stars, isSolved } }: { rating: NonNullable<Row["rating"]> }) {
  const { t } = useTranslation("desk");
  return (
    <span className={styles.stars} role="img" aria-label={t("rated", { count: stars })}>
      <Star size={18} fill="currentColor" aria-hidden />
      <span aria-hidden="true">
        {stars}/5 · {t(isSolved ? "rated_solved" : "rated_unsolved")}
      </span>
    </span>
  );
}

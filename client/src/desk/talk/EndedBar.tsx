import { Star } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import type { EndReason } from "../../wire/agent";
import { changeDeskAtom } from "../state/desk.atoms";
import type { Row } from "../types";
import styles from "./TalkPane.module.css";

export type EndedBarProps = { row: Row; end: EndReason; onLeave: () => void };

/** The conversation is over: why, how it was rated, and putting it away. */
export function EndedBar({ row, end, onLeave }: EndedBarProps) {
  const { t } = useTranslation("desk");
  const change = useSetAtom(changeDeskAtom);
  return (
    <footer className={styles.bar}>
      <p>{t(`ended_${end}`)}</p>
      {row.rating ? (
        <span className={styles.stars} role="img" aria-label={t("rated", { count: row.rating.stars })}>
          <Star size={18} fill="currentColor" aria-hidden />
          <span aria-hidden="true">
            {row.rating.stars}/5 · {t(row.rating.isSolved ? "rated_solved" : "rated_unsolved")}
          </span>
        </span>
      ) : null}
      <Button
        look="outline"
        onClick={() => {
          onLeave();
          change({ kind: "dismissed", userId: row.userId });
        }}
      >
        {t("put_away")}
      </Button>
    </footer>
  );
}

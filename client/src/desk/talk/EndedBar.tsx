import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { useOffers } from "../keys/offers.atoms";
import { isPassedOn, type RowEnd } from "../passedOn";
import { changeDeskAtom, queueAtom } from "../state/desk.atoms";
import { setElsewhereAtom } from "../state/standing.atoms";
import type { Row } from "../types";
import { RatingLine } from "./RatingLine";
import styles from "./TalkPane.module.css";

export type EndedBarProps = { row: Row; end: RowEnd; onLeave: () => void };

/** Says why the conversation ended and how it was rated, with a button to dismiss it. */
export function EndedBar({ row, end, onLeave }: EndedBarProps) {
  const { t } = useTranslation("desk");
  const change = useSetAtom(changeDeskAtom);
  const queue = useAtomValue(queueAtom);
  const isSetOffline = useAtomValue(setElsewhereAtom);
  const isWaiting = queue.some(({ userId }) => userId === row.userId);
  const putAway = () => {
    onLeave();
    change({ kind: "dismissed", userId: row.userId });
  };
  useOffers({ putAway: { run: putAway } });
  return (
    <footer className={styles.bar}>
      <p>
        {end === "wentOffline" && isSetOffline ? t("set_offline") : t(`ended_${end}`)}
        {isPassedOn(end) ? ` ${t(isWaiting ? "ended_waits" : "ended_elsewhere")}` : null}
      </p>
      {row.rating ? <RatingLine rating={row.rating} /> : null}
      <Button look="outline" data-focus-home onClick={putAway}>
        {t("put_away")}
      </Button>
    </footer>
  );
}

import { useTranslation } from "react-i18next";
import { useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import type { EndReason } from "../../wire/agent";
import { useOffers } from "../keys/offers.atoms";
import { changeDeskAtom } from "../state/desk.atoms";
import type { Row } from "../types";
import { RatingLine } from "./RatingLine";
import styles from "./TalkPane.module.css";

export type EndedBarProps = { row: Row; end: EndReason; onLeave: () => void };

/** Says why the conversation ended and how it was rated, with a button to dismiss it. */
export function EndedBar({ row, end, onLeave }: EndedBarProps) {
  const { t } = useTranslation("desk");
  const change = useSetAtom(changeDeskAtom);
  const putAway = () => {
    onLeave();
    change({ kind: "dismissed", userId: row.userId });
  };
  useOffers({ putAway: { run: putAway } });
  return (
    <footer className={styles.bar}>
      <p>{t(`ended_${end}`)}</p>
      {row.rating ? <RatingLine rating={row.rating} /> : null}
      <Button look="outline" data-focus-home onClick={putAway}>
        {t("put_away")}
      </Button>
    </footer>
  );
}

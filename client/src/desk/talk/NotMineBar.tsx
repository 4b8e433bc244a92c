import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { deskAtom } from "../state/desk.atoms";
import { resultsAtom } from "../state/search.atoms";
import type { Row } from "../types";
import { useTake } from "../useTake";
import styles from "./TalkPane.module.css";

/** Shown under a conversation that the agent can read but does not own. */
export function NotMineBar({ userId, row }: { userId: string; row: Row | undefined }) {
  const { t } = useTranslation("desk");
  const { areListsLoaded } = useAtomValue(deskAtom);
  const { take, isTaking } = useTake();
  const { found } = useAtomValue(resultsAtom);
  const isOver = found.some((one) => one.kind === "conversation" && one.userId === userId && one.isEnded);
  if (!areListsLoaded) return null;
  return (
    <footer className={styles.bar}>
      <p>{t(row?.isQueued ? "not_mine_waiting" : isOver ? "not_mine_over" : "not_mine")}</p>
      {row?.isQueued ? (
        <Button look="primary" isBusy={isTaking} onClick={() => void take(userId)}>
          {t("take")}
        </Button>
      ) : null}
    </footer>
  );
}

import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { showToast } from "../../ui/toast";
import { deskAtom } from "../state/desk.atoms";
import { mentionsAtom } from "../state/mentions.atoms";
import { resultsAtom } from "../state/search.atoms";
import { stepInAtom } from "../state/talk.atoms";
import type { Row } from "../types";
import { useTake } from "../useTake";
import styles from "./TalkPane.module.css";

const WORDS = {
  waiting: "not_mine_waiting",
  over: "not_mine_over",
  mentioned: "not_mine_mentioned",
  other: "not_mine",
} as const;

/** Shown under a conversation that the agent can read but does not own. */
export function NotMineBar({ userId, row }: { userId: string; row: Row | undefined }) {
  const { t } = useTranslation("desk");
  const { areListsLoaded } = useAtomValue(deskAtom);
  const { take, isTaking } = useTake();
  const { found } = useAtomValue(resultsAtom);
  const isOver = found.some((one) => one.kind === "conversation" && one.userId === userId && one.isEnded);
  const isMentioned = useAtomValue(mentionsAtom).some((one) => one.userId === userId);
  const stepIn = useSetAtom(stepInAtom);
  const [isSteppingIn, setSteppingIn] = useState(false);
  async function enter() {
    setSteppingIn(true);
    const trouble = await stepIn(userId);
    setSteppingIn(false);
    if (trouble) showToast("error", t(`step_in_${trouble}`));
  }
  if (!areListsLoaded) return null;
  const state = row?.isQueued ? "waiting" : isOver ? "over" : isMentioned ? "mentioned" : "other";
  return (
    <footer className={styles.bar}>
      <p>{t(WORDS[state])}</p>
      {state === "mentioned" ? (
        <Button look="primary" isBusy={isSteppingIn} onClick={() => void enter()}>
          {t("step_in")}
        </Button>
      ) : null}
      {row?.isQueued ? (
        <Button look="primary" isBusy={isTaking} onClick={() => void take(userId)}>
          {t("take")}
        </Button>
      ) : null}
    </footer>
  );
}

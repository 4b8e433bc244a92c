import { Bot } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { showToast } from "../../ui/toast";
import { deskAtom } from "../state/desk.atoms";
import { mentionsAtom } from "../state/mentions.atoms";
import { watchAtom } from "../state/past.atoms";
import { loadNewestAtom, stepInAtom } from "../state/talk.atoms";
import type { Row } from "../types";
import { useTake, useTakeFromRobot } from "../useTake";
import styles from "./TalkPane.module.css";

/** Shown under a conversation that the agent can read but does not own. One that nobody has is watched live. */
export function NotMineBar({ userId, row }: { userId: string; row: Row | undefined }) {
  const { t } = useTranslation("desk");
  const { areListsLoaded } = useAtomValue(deskAtom);
  const { take, isTaking } = useTake();
  const mention = useAtomValue(mentionsAtom).find((one) => one.userId === userId);
  const stepIn = useSetAtom(stepInAtom);
  const [isSteppingIn, setSteppingIn] = useState(false);
  async function enter() {
    setSteppingIn(true);
    const trouble = await stepIn(userId);
    setSteppingIn(false);
    if (trouble) showToast("error", t(`step_in_${trouble}`));
  }
  const { takeFromRobot, isTakingFromRobot } = useTakeFromRobot();
  const isWatched = row !== undefined && (row.isQueued || row.isRobots);
  useWatch(userId, isWatched);
  if (!areListsLoaded) return null;
  if (row?.isRobots)
    return (
      <footer className={styles.bar}>
        <p className={styles.watching}>
          <Bot size={18} aria-hidden /> {t("watching")}
        </p>
        <Button look="primary" isBusy={isTakingFromRobot} onClick={() => void takeFromRobot(userId)}>
          {t("step_in")}
        </Button>
      </footer>
    );
  return (
    <footer className={styles.bar}>
      <p>{t(row?.isQueued ? "not_mine_waiting" : mention ? "not_mine_mentioned" : "not_mine")}</p>
      {!row?.isQueued && mention ? (
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

/** How often the server must hear that somebody watches; it tells for a minute. */
const WATCH_EVERY_MS = 20_000;

/** Has the server tell of each message, and reads what came before it did. */
function useWatch(userId: string, isWatched: boolean): void {
  const watch = useSetAtom(watchAtom);
  const load = useSetAtom(loadNewestAtom);
  useEffect(() => {
    if (!isWatched) return;
    let isLeft = false;
    void watch(userId).then((isTold) => {
      if (isTold && !isLeft) void load(userId);
    });
    const timer = setInterval(() => void watch(userId), WATCH_EVERY_MS);
    return () => {
      isLeft = true;
      clearInterval(timer);
    };
  }, [watch, load, userId, isWatched]);
}

import { Bot } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { showToast } from "../../ui/toast";
import { useOffers } from "../keys/offers.atoms";
import { deskAtom } from "../state/desk.atoms";
import { reloadAtom } from "../state/lists.atoms";
import { mentionsAtom } from "../state/mentions.atoms";
import { watchAtom } from "../state/past.atoms";
import { resultsAtom } from "../state/search.atoms";
import { loadNewestAtom, stepInAtom } from "../state/talk.atoms";
import type { Row } from "../types";
import { useTake, useTakeFromRobot } from "../useTake";
import styles from "./TalkPane.module.css";

const WORDS = {
  waiting: "not_mine_waiting",
  over: "not_mine_over",
  mentioned: "not_mine_mentioned",
  other: "not_mine",
} as const;

/** Shown under a conversation that the agent can read but does not own. One that nobody has is watched live. */
export function NotMineBar({ userId, row }: { userId: string; row: Row | undefined }) {
  const { t } = useTranslation("desk");
  const { areListsLoaded, openId } = useAtomValue(deskAtom);
  // The row is that of the open conversation, which changes after the page's address.
  const isKnown = areListsLoaded && openId === userId;
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
  const { takeFromRobot, isTakingFromRobot } = useTakeFromRobot();
  const isWatched = useWatch(
    userId,
    isKnown && (row ? row.isQueued || row.isRobots : !isOver),
    row !== undefined,
  );
  const state = row?.isQueued ? "waiting" : isOver ? "over" : isMentioned ? "mentioned" : "other";
  const deed = {
    waiting: () => void take(userId),
    mentioned: () => void enter(),
    over: undefined,
    other: undefined,
  }[state];
  const run = row?.isRobots || isWatched ? () => void takeFromRobot(userId) : deed;
  useOffers({ take: isKnown && run ? { run } : undefined });
  if (!isKnown) return null;
  if (row?.isRobots || isWatched)
    return (
      <footer className={styles.bar}>
        <p className={styles.watching}>
          <Bot size={18} aria-hidden /> {t("watching")}
        </p>
        <Button
          look="primary"
          data-focus-home
          isBusy={isTakingFromRobot}
          onClick={() => void takeFromRobot(userId)}
        >
          {t("step_in")}
        </Button>
      </footer>
    );
  return (
    <footer className={styles.bar}>
      <p>{t(WORDS[state])}</p>
      {state === "mentioned" ? (
        <Button look="primary" data-focus-home isBusy={isSteppingIn} onClick={() => void enter()}>
          {t("step_in")}
        </Button>
      ) : null}
      {row?.isQueued ? (
        <Button look="primary" data-focus-home isBusy={isTaking} onClick={() => void take(userId)}>
          {t("take")}
        </Button>
      ) : null}
    </footer>
  );
}

/** How often the server must hear that somebody watches; it tells for a minute. */
const WATCH_EVERY_MS = 20_000;

/**
 * Has the server tell of each message, and reads what came before it did. Returns whether it tells of a conversation
 * that is in no list that was read, such as one that a search found.
 */
function useWatch(userId: string, isWatchable: boolean, isListed: boolean): boolean {
  const watch = useSetAtom(watchAtom);
  const load = useSetAtom(loadNewestAtom);
  const reload = useSetAtom(reloadAtom);
  const [isFound, setFound] = useState(false);
  useEffect(() => {
    if (!isWatchable) return;
    let isLeft = false;
    const ask = async () => {
      const isTold = await watch(userId);
      if (isLeft) return false;
      setFound(isTold && !isListed);
      // A colleague's conversation stays theirs.
      if (!isTold && !isListed) clearInterval(timer);
      return isTold;
    };
    const timer = setInterval(() => void ask(), WATCH_EVERY_MS);
    void ask().then((isTold) => {
      if (!isTold) return;
      void load(userId);
      if (!isListed) void reload("robot");
    });
    return () => {
      isLeft = true;
      clearInterval(timer);
      setFound(false);
    };
  }, [watch, load, reload, userId, isWatchable, isListed]);
  return isFound;
}

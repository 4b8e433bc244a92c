import { Bot } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { showToast } from "../../ui/toast";
import type { Watched } from "../../wire/visitor";
import { useOffers } from "../keys/offers.atoms";
import { supervisesAtom } from "../state/agent.atoms";
import { deskAtom } from "../state/desk.atoms";
import { mentionsAtom } from "../state/mentions.atoms";
import { watchAtom } from "../state/past.atoms";
import { resultsAtom } from "../state/search.atoms";
import { loadNewestAtom, stepInAtom } from "../state/talk.atoms";
import type { Row } from "../types";
import { useTake, useTakeFromRobot } from "../useTake";
import { OverseeBar } from "./OverseeBar";
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
  const supervises = useAtomValue(supervisesAtom);
  const { watched, hasAsked } = useWatch(
    userId,
    isKnown && (row ? row.isQueued || row.isRobots : !isOver),
    row !== undefined,
  );
  const isRobots = row ? row.isRobots : watched === "robot";
  const isQueued = row ? row.isQueued : watched === "waiting";
  const state = isQueued ? "waiting" : isOver ? "over" : isMentioned ? "mentioned" : "other";
  // The server said that the visitor neither waits nor is with the robot: a colleague has them.
  const isOverseen = supervises && hasAsked && !isRobots && !isQueued && !isOver && !row;
  const deed = {
    waiting: () => void take(userId),
    mentioned: () => void enter(),
    over: undefined,
    other: undefined,
  }[state];
  const run = isRobots ? () => void takeFromRobot(userId) : deed;
  useOffers({ take: isKnown && run && !isOverseen ? { run } : undefined });
  if (!isKnown) return null;
  if (isRobots)
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
  if (isOverseen) return <OverseeBar key={userId} userId={userId} isMentioned={isMentioned} />;
  return (
    <footer className={styles.bar}>
      <p>{t(WORDS[state])}</p>
      {state === "mentioned" ? (
        <Button look="primary" data-focus-home isBusy={isSteppingIn} onClick={() => void enter()}>
          {t("step_in")}
        </Button>
      ) : null}
      {isQueued ? (
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
 * Has the server tell of each message, and reads what came before it did. Returns whom the visitor is with, also if the
 * conversation is in no list that was read, such as one that a search found.
 */
function useWatch(
  userId: string,
  isWatchable: boolean,
  isListed: boolean,
): { watched: Watched | undefined; hasAsked: boolean } {
  const watch = useSetAtom(watchAtom);
  const load = useSetAtom(loadNewestAtom);
  const [watched, setWatched] = useState<Watched>();
  const [hasAsked, setAsked] = useState(false);
  useEffect(() => {
    if (!isWatchable) return;
    let isLeft = false;
    const ask = async () => {
      const answer = await watch(userId);
      if (isLeft) return undefined;
      setWatched(answer);
      setAsked(true);
      // A colleague's conversation stays theirs.
      if (!answer && !isListed) clearInterval(timer);
      return answer;
    };
    const timer = setInterval(() => void ask(), WATCH_EVERY_MS);
    void ask().then((answer) => {
      if (answer) void load(userId);
    });
    return () => {
      isLeft = true;
      clearInterval(timer);
      setWatched(undefined);
      setAsked(false);
    };
  }, [watch, load, userId, isWatchable, isListed]);
  return { watched, hasAsked };
}

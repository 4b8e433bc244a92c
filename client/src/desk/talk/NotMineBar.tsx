import { Bot, Eye } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { showToast } from "../../ui/toast";
import { useOffers } from "../keys/offers.atoms";
import { GoOnline } from "../shell/GoOnline";
import { areListsLoadedAtom, openIdAtom } from "../state/desk.atoms";
import { mentionsAtom } from "../state/mentions.atoms";
import { resultsAtom } from "../state/search.atoms";
import { stepInAtom } from "../state/talk.atoms";
import type { Row } from "../types";
import { useTake, useTakeFromRobot } from "../useTake";
import { OverseeBar } from "./OverseeBar";
import styles from "./TalkPane.module.css";
import { useWatch } from "./useWatch";

const WORDS = {
  waiting: "not_mine_waiting",
  over: "not_mine_over",
  mentioned: "not_mine_mentioned",
  live: "not_mine_live",
  other: "not_mine",
} as const;

/** Shown under a conversation that the agent can read but does not own. What is new in it appears at once. */
export function NotMineBar({ userId, row }: { userId: string; row: Row | undefined }) {
  const { t } = useTranslation("desk");
  const areListsLoaded = useAtomValue(areListsLoadedAtom);
  const openId = useAtomValue(openIdAtom);
  // The row is that of the open conversation, which changes after the page's address.
  const isKnown = areListsLoaded && openId === userId;
  const { take, isTaking } = useTake();
  const { found } = useAtomValue(resultsAtom);
  const isFoundOver = found.some(
    (one) => one.kind === "conversation" && one.userId === userId && one.isEnded,
  );
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
  const watched = useWatch(userId, isKnown);
  const place = watched?.place;
  const isRobots = row ? row.isRobots : place === "robot";
  const isQueued = row ? row.isQueued : place === "waiting";
  const isOver = watched ? place === "over" : isFoundOver;
  const state = isQueued
    ? "waiting"
    : isOver
      ? "over"
      : isMentioned
        ? "mentioned"
        : place === "agent"
          ? "live"
          : "other";
  // A supervisor can do more in a colleague's conversation.
  const isOverseen =
    watched?.isOverseen && ((place === "agent" && !row) || (place === "waiting" && !isRobots));
  const deed = {
    waiting: () => void take(userId),
    mentioned: () => void enter(),
    over: undefined,
    live: undefined,
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
        <GoOnline />
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
  if (isOverseen) {
    const agent = place === "agent" ? { id: watched.agentId, name: watched.agent } : undefined;
    return <OverseeBar key={`${userId} ${place}`} userId={userId} isMentioned={isMentioned} agent={agent} />;
  }
  return (
    <footer className={styles.bar}>
      <p className={state === "live" ? styles.watching : undefined}>
        {state === "live" ? <Eye size={18} aria-hidden /> : null}
        {t(WORDS[state], { name: watched?.agent })}
      </p>
      {deed ? <GoOnline /> : null}
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

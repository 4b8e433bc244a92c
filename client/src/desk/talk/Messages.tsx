import { ArrowDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import { rowsOf } from "../../conversation/rows";
import { emptyConversation } from "../../conversation/types";
import { useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { Skeleton } from "../../ui/Skeleton";
import { useOffers } from "../keys/offers.atoms";
import { loadNewestAtom, loadOlderAtom } from "../state/talk.atoms";
import { isRead } from "../talkReduce";
import { isTalking, type Row, type Talk } from "../types";
import { DayLine } from "./DayLine";
import type { ViewedImage } from "./ImageViewer";
import { MessageLine } from "./MessageLine";
import styles from "./Messages.module.css";
import { useTranslations } from "./Translation";
import { useLogScroll } from "./useLogScroll";
import { useSeen } from "./useSeen";
import { useSought } from "./useSought";
import { VisitorTyping } from "./VisitorTyping";

export type MessagesProps = {
  userId: string;
  talk: Talk;
  row: Row | undefined;
  onAgain: (key: string) => void;
  onDiscard: (key: string) => void;
  /** Absent if no message can be recalled. */
  onRecall: ((messageId: string) => void) | undefined;
  /** Absent if the agent cannot write. */
  onAnswer: ((messageId: string) => void) | undefined;
  onImage: (image: ViewedImage) => void;
};

/** Shows the conversation's log. Scrolling up loads older messages; new ones never move what the agent reads. */
export function Messages({
  userId,
  talk,
  row,
  onAgain,
  onDiscard,
  onRecall,
  onAnswer,
  onImage,
}: MessagesProps) {
  const { t } = useTranslation("desk");
  const loadOlder = useSetAtom(loadOlderAtom);
  const loadNewest = useSetAtom(loadNewestAtom);
  const scroll = useLogScroll(talk.entries, {
    onOlder: () => void loadOlder(userId),
    fills: !talk.hasFailed,
    follows: isTalking(row),
  });
  useTranslations();
  useSeen(userId, talk, row, scroll.isAtEnd);
  useSought(userId, talk);
  const { entries, older } = talk;
  useOffers({
    readLog: { run: () => scroll.ref.current?.focus() },
    older: talk.isLoaded && older === "idle" ? { run: () => void loadOlder(userId) } : undefined,
    newest: scroll.isAtEnd ? undefined : { run: scroll.toEnd },
  });
  const lines = rowsOf({
    ...emptyConversation,
    entries,
    older,
    sessionId: row?.sessionId ?? "",
    phase: "manual",
  });
  const newestOwn = talk.entries.findLast(
    (entry) => entry.sender === "agent" && entry.delivery === "sent" && !entry.isNote,
  );
  return (
    <div className={styles.frame}>
      <div
        ref={scroll.ref}
        className={styles.log}
        role="log"
        // The announcer says what is new: sending, ticks and older messages are no news.
        aria-live="off"
        aria-label={t("log")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        onScroll={scroll.onScroll}
      >
        <div ref={scroll.content}>
          <div className={styles.top}>
            {talk.older === "loading" ? <span role="status">{t("older_loading")}</span> : null}
            {talk.older === "end" && talk.entries.length > 0 ? t("older_end") : null}
          </div>
          {talk.isLoaded || talk.hasFailed ? null : <Placeholder />}
          {talk.hasFailed ? (
            <div className={styles.failed}>
              <p>{t("older_failed")}</p>
              <Button
                look="outline"
                size="small"
                onClick={() => void (talk.isLoaded ? loadOlder(userId) : loadNewest(userId))}
              >
                {t("try_again")}
              </Button>
            </div>
          ) : null}
          {lines.map((line) => {
            if (line.kind === "date") return <DayLine key={line.key} at={line.at} />;
            if (line.kind !== "message") return null;
            return (
              <MessageLine
                key={line.key}
                entry={line.entry}
                isFirstOfRun={line.isFirstOfRun}
                isLastOfRun={line.isLastOfRun}
                mark={line.entry === newestOwn ? (isRead(talk, line.entry) ? "read" : "sent") : undefined}
                onAgain={onAgain}
                onDiscard={onDiscard}
                onRecall={onRecall}
                onAnswer={onAnswer}
                onImage={onImage}
              />
            );
          })}
          <VisitorTyping typing={row ? row.typing : talk.typing} />
        </div>
      </div>
      {scroll.newCount > 0 ? (
        <div className={styles.newer}>
          <Button
            look="primary"
            size="small"
            icon={<ArrowDown size={16} aria-hidden />}
            onClick={scroll.toEnd}
          >
            {t("newer", { count: scroll.newCount })}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function Placeholder() {
  return (
    <div className={styles.placeholder} aria-hidden="true">
      <Skeleton width="52%" height="40px" shape="bubble" />
      <Skeleton width="36%" height="40px" shape="bubble" />
    </div>
  );
}

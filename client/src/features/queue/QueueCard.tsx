import { useTranslation } from "react-i18next";
import { languageTag } from "../../i18n/tags";
import { Button } from "../../ui/Button";
import type { ExpectedWait } from "../../wire/session";
import styles from "./QueueCard.module.css";
import { waitWords } from "./waitWords";

export type QueueCardProps = {
  /** 1 is next. */
  position: number;
  /** The tenant's sentence with the position filled in; empty if there is none. */
  sentence: string;
  /** How long they will still wait; undefined if nothing may be told. */
  expectedWait?: ExpectedWait;
  /** Whether the robot continues to answer while the visitor waits. */
  hasRobot: boolean;
  onLeave: () => void;
  /** Undefined if the channel accepts no left messages. */
  onLeaveMessage: (() => void) | undefined;
  /** Keeps the place on another device. */
  onKeep?: (() => void) | undefined;
};

/** Shown to a waiting visitor: the position, what happens next, and the way out. It updates by itself. */
export function QueueCard(props: QueueCardProps) {
  const { position, sentence, expectedWait, hasRobot, onLeave, onLeaveMessage, onKeep } = props;
  const { t, i18n } = useTranslation();
  const ahead = position - 1;
  return (
    <section className={styles.card} aria-label={t("queue_title")}>
      <div className={styles.place}>
        <span className={styles.pulse} aria-hidden="true" />
        {/* The live region stays, so that a new place is heard. A new key for each number restarts the animation. */}
        <output className={styles.number}>
          <span key={position}>{position > 0 ? position : "…"}</span>
        </output>
      </div>
      <div className={styles.words}>
        <p className={styles.title}>
          {ahead > 0
            ? t("queue_ahead", { count: ahead })
            : t(position === 1 ? "queue_next" : "header_waiting")}
        </p>
        {expectedWait ? (
          <p>{t("queue_wait", { time: waitWords(expectedWait, languageTag(i18n.language)) })}</p>
        ) : null}
        <p className={styles.hint}>
          {sentence === "" ? t(hasRobot ? "queue_hint" : "queue_hint_agent") : <bdi>{sentence}</bdi>}
        </p>
        <div className={styles.ways}>
          {onLeaveMessage ? (
            <Button look="soft" size="small" onClick={onLeaveMessage}>
              {t("menu_leave_message")}
            </Button>
          ) : null}
          {onKeep && position > 0 ? (
            <Button look="soft" size="small" onClick={onKeep}>
              {t("queue_keep")}
            </Button>
          ) : null}
          <Button look="outline" size="small" onClick={onLeave}>
            {t("queue_leave")}
          </Button>
        </div>
      </div>
    </section>
  );
}

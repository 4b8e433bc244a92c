import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import styles from "./QueueCard.module.css";

export type QueueCardProps = {
  /** 1 is next. */
  position: number;
  /** The tenant's sentence with the position filled in; empty if there is none. */
  sentence: string;
  /** Whether the robot continues to answer while the visitor waits. */
  hasRobot: boolean;
  onLeave: () => void;
  /** Undefined if the channel accepts no left messages. */
  onLeaveMessage: (() => void) | undefined;
};

/** Shown to a waiting visitor: the position, what happens next, and the way out. It updates by itself. */
export function QueueCard({ position, sentence, hasRobot, onLeave, onLeaveMessage }: QueueCardProps) {
  const { t } = useTranslation();
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
        <p className={styles.hint}>
          {sentence === "" ? t(hasRobot ? "queue_hint" : "queue_hint_agent") : <bdi>{sentence}</bdi>}
        </p>
        <div className={styles.ways}>
          {onLeaveMessage ? (
            <Button look="soft" size="small" onClick={onLeaveMessage}>
              {t("menu_leave_message")}
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

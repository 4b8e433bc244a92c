import { useTranslation } from "react-i18next";
import { Button } from "../../ui/Button";
import styles from "./QueueCard.module.css";

export type QueueCardProps = {
  /** 1 is next. */
  position: number;
  /** The tenant's own sentence, its place filled in; empty where there is none. */
  sentence: string;
  /** Whether the robot goes on answering meanwhile. */
  hasRobot: boolean;
  onLeave: () => void;
  /** Absent where the channel takes no messages. */
  onLeaveMessage: (() => void) | undefined;
};

/** Waiting for an agent: the true place, what happens next, and the way out. It counts down by itself. */
export function QueueCard({ position, sentence, hasRobot, onLeave, onLeaveMessage }: QueueCardProps) {
  const { t } = useTranslation();
  const ahead = position - 1;
  return (
    <section className={styles.card} aria-label={t("queue_title")}>
      <div className={styles.place}>
        <span className={styles.pulse} aria-hidden="true" />
        {/* A new number is a new element, so that it slides in. */}
        <output key={position} className={styles.number}>
          {position > 0 ? position : "…"}
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

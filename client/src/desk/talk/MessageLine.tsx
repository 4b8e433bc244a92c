import { clsx } from "clsx";
import { Bot, CheckCheck, CircleAlert, Reply, StickyNote, Undo2 } from "lucide-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import type { Entry } from "../../conversation/types";
import { useAtomValue } from "../../state/jotai";
import { IconButton } from "../../ui/IconButton";
import { Time } from "../../ui/Time";
import { quoteOf } from "../quote";
import { refusedAtom } from "../state/sending.atoms";
import { ContentLine } from "./ContentLine";
import type { ViewedImage } from "./ImageViewer";
import styles from "./MessageLine.module.css";
import { Translation } from "./Translation";
import { canRecall } from "./useMessageOffers";
import { lineId } from "./useSought";

export type MessageLineProps = {
  entry: Entry;
  isFirstOfRun: boolean;
  isLastOfRun: boolean;
  /** Set only on the agent's newest own message. */
  mark: "read" | "sent" | undefined;
  onAgain: (key: string) => void;
  onDiscard: (key: string) => void;
  onRecall: ((messageId: string) => void) | undefined;
  onAnswer: ((messageId: string) => void) | undefined;
  onImage: (image: ViewedImage) => void;
};

/** Shows one message: the visitor's at the start side, the robot's and the agent's at the end side. */
export const MessageLine = memo(function MessageLine(props: MessageLineProps) {
  const { entry, isFirstOfRun, onDiscard, onRecall, onAnswer, onImage } = props;
  const { t } = useTranslation("desk");
  if (entry.isRecalled) {
    return (
      <p className={styles.system}>
        {t(entry.sender === "agent" ? "message_withdrawn" : "message_withdrawn_other")}
      </p>
    );
  }
  if (entry.content.kind === "line" || entry.content.kind === "agentCard") {
    return entry.content.kind === "line" ? (
      <p className={styles.system} dir="auto">
        {entry.content.text}
      </p>
    ) : null;
  }
  const canAnswer = onAnswer && quoteOf(entry) !== undefined;
  const isMine = onRecall && canRecall(entry);
  return (
    <div
      id={lineId(entry.key)}
      tabIndex={-1}
      className={clsx(
        styles.line,
        styles[entry.sender],
        isFirstOfRun && styles.first,
        entry.isNote && styles.note,
      )}
    >
      {entry.isNote ? (
        <p className={styles.name}>
          <StickyNote size={14} aria-hidden />
          <bdi>{entry.senderName || t("sender_me")}</bdi> · {t("left_note")}
        </p>
      ) : isFirstOfRun && entry.sender !== "visitor" ? (
        <p className={styles.name}>
          {entry.sender === "robot" ? <Bot size={14} aria-hidden /> : null}
          <bdi>{entry.senderName || t(entry.sender === "robot" ? "sender_robot" : "sender_me")}</bdi>
        </p>
      ) : null}
      <div className={styles.content} data-delivery={entry.delivery}>
        {isMine || canAnswer ? (
          <span className={styles.tools}>
            {isMine ? (
              <IconButton label={t("recall")} icon={<Undo2 size={16} />} onClick={() => onRecall(entry.id)} />
            ) : null}
            {canAnswer ? (
              <IconButton
                label={t("answer")}
                icon={<Reply size={16} className="mirrored" />}
                onClick={() => onAnswer(entry.id)}
              />
            ) : null}
          </span>
        ) : null}
        <ContentLine entry={entry} onImage={onImage} onCancel={() => onDiscard(entry.key)} />
      </div>
      <Translation entry={entry} />
      <Foot {...props} />
    </div>
  );
});

function Foot({ entry, isLastOfRun, mark, onAgain, onDiscard }: MessageLineProps) {
  const { t } = useTranslation("desk");
  const isRefused = useAtomValue(refusedAtom).has(entry.key);
  switch (entry.delivery) {
    case "failed":
      return (
        <p className={clsx(styles.foot, styles.failed)}>
          <CircleAlert size={14} aria-hidden />
          {t(isRefused ? "file_refused" : "message_failed")}
          {isRefused ? null : (
            <button type="button" onClick={() => onAgain(entry.key)}>
              {t("message_again")}
            </button>
          )}
          <button type="button" onClick={() => onDiscard(entry.key)}>
            {t("message_delete")}
          </button>
        </p>
      );
    case "waiting":
    case "held":
      return <p className={styles.foot}>{t("message_waiting")}</p>;
    case "sending":
      return <p className={styles.foot}>{t("message_sending")}</p>;
    case "sent":
      if (!isLastOfRun && !mark) return null;
      return (
        <p className={styles.foot}>
          <Time at={entry.at} />
          {mark === "read" ? <CheckCheck size={14} aria-hidden /> : null}
          {mark ? t(`message_${mark}`) : null}
        </p>
      );
    default:
      return entry.delivery satisfies never;
  }
}

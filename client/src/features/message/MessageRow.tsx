import { clsx } from "clsx";
import { CircleAlert, Clock } from "lucide-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import type { Entry } from "../../conversation/types";
import { Avatar } from "../../ui/Avatar";
import { Time } from "../../ui/Time";
import type { FlowButton } from "../../wire/answer";
import { ContentView } from "./ContentView";
import styles from "./MessageRow.module.css";
import { SystemLine } from "./SystemLine";

export type MessageActions = {
  onResend: (key: string) => void;
  onDiscard: (key: string) => void;
  onOpenImage: (url: string) => void;
  /** Shows the quoted message in its place in the list. */
  onShowQuoted: (messageId: string) => void;
  onAsk: (question: string, docId: string) => void;
  /** The visitor tapped a button of a flow. */
  onChoose: (button: FlowButton) => void;
  onTransfer: () => void;
  /** Opens the form of a message. */
  onFillIn: (messageId: string) => void;
  onRate: (messageId: string, isUseful: boolean) => void;
  /** Returns the URL of a document's page. */
  articleHref: (docId: string) => string;
};

export type MessageRowProps = {
  entry: Entry;
  isFirstOfRun: boolean;
  isLastOfRun: boolean;
  /** The newest message of the chat: its offers can still be taken. */
  isNewest: boolean;
  /** The message belongs to the open chat: its forms and buttons can be used. */
  isOpen: boolean;
  /** Whether the visitor can ask for an agent now. */
  canTransfer: boolean;
  /** The channel asks whether answers helped. */
  canRate: boolean;
  actions: MessageActions;
};

/** Shows one message, with face, name, time and state according to its place in a run of messages. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { entry, isFirstOfRun, isLastOfRun } = props;
  const { t } = useTranslation();
  if (entry.isRecalled) return <SystemLine text={t("message_recalled")} />;
  if (entry.content.kind === "agentCard" || entry.content.kind === "line") {
    return <ContentView {...props} />;
  }

  const isMine = entry.sender === "visitor";
  const name = entry.senderName || t(entry.sender === "robot" ? "sender_robot" : "sender_agent");
  return (
    <div className={clsx(styles.row, isMine && styles.mine, isFirstOfRun && styles.first)}>
      {isMine ? null : (
        <span className={styles.face}>
          {isLastOfRun ? <Avatar src={entry.face} name={name} size={28} /> : null}
        </span>
      )}
      <div className={styles.stack}>
        {isFirstOfRun && !isMine ? <bdi className={styles.name}>{name}</bdi> : null}
        {isMine ? <span className="visually-hidden">{t("sender_you")}</span> : null}
        <div className={styles.content} data-delivery={entry.delivery}>
          <ContentView {...props} />
        </div>
        <Foot {...props} />
      </div>
    </div>
  );
});

function Foot({ entry, isLastOfRun, isOpen, actions }: MessageRowProps) {
  const { t } = useTranslation();
  // A file is only for the agent it was meant for: a robot accepts none.
  const canResend = isOpen || !("fileName" in entry.content);
  switch (entry.delivery) {
    case "failed":
      return (
        <p className={clsx(styles.foot, styles.failed)}>
          <CircleAlert size={14} aria-hidden />
          <span>{t("message_failed")}</span>
          {canResend ? (
            <button type="button" onClick={() => actions.onResend(entry.key)}>
              {t("message_resend")}
            </button>
          ) : null}
          <button type="button" className={styles.discard} onClick={() => actions.onDiscard(entry.key)}>
            {t("message_discard")}
          </button>
        </p>
      );
    case "waiting":
    case "held":
      return (
        <p className={styles.foot}>
          <Clock size={13} aria-hidden />
          <span>{t(`message_${entry.delivery}`)}</span>
        </p>
      );
    case "sending":
      return isLastOfRun ? (
        <p className={clsx(styles.foot, styles.sending)}>{t("message_sending")}</p>
      ) : (
        <span className="visually-hidden">{t("message_sending")}</span>
      );
    case "sent":
      return isLastOfRun ? (
        <p className={styles.foot}>
          <Time at={entry.at} isFull />
        </p>
      ) : null;
    default:
      return entry.delivery satisfies never;
  }
}

import { clsx } from "clsx";
import { useTranslation } from "react-i18next";
import { AttachedFiles } from "../../ui/AttachedFiles";
import { Button } from "../../ui/Button";
import { LinkedText } from "../../ui/LinkedText";
import { LoadingWords } from "../../ui/LoadingWords";
import { Pill } from "../../ui/Pill";
import { Skeleton } from "../../ui/Skeleton";
import { WholeTime } from "../../ui/WholeTime";
import type { OrderReply } from "../../wire/workOrder";
import { STATUS_WORDS } from "./orderWords";
import styles from "./Timeline.module.css";

export type TimelineProps = {
  replies: readonly OrderReply[];
  talk: "loading" | "failed" | "here";
  onRetry: () => void;
};

/** Shows the history of an order to its visitor, oldest first. */
export function Timeline({ replies, talk, onRetry }: TimelineProps) {
  const { t } = useTranslation("form");
  const { t: tChat } = useTranslation("chat");
  if (talk === "loading") {
    return (
      <div className={styles.loading} aria-busy="true">
        <LoadingWords>{tChat("page_loading")}</LoadingWords>
        <Skeleton width="40%" height="14px" />
        <Skeleton width="80%" height="40px" shape="bubble" />
      </div>
    );
  }
  if (talk === "failed") {
    return (
      <div className={styles.failed} role="alert">
        <p>{t("leave_list_failed")}</p>
        <Button look="outline" size="small" onClick={onRetry}>
          {tChat("page_retry")}
        </Button>
      </div>
    );
  }
  if (replies.length === 0) return <p className={styles.none}>{t("detail_none")}</p>;
  return (
    <ol className={styles.timeline}>
      {replies.map((reply) => (
        <Step key={`${reply.at} ${reply.kind} ${reply.content}`} reply={reply} />
      ))}
    </ol>
  );
}

function Step({ reply }: { reply: OrderReply }) {
  const { t } = useTranslation("form");
  const { t: tChat } = useTranslation("chat");
  const status = STATUS_WORDS[reply.status];
  return (
    <li className={clsx(styles.step, reply.kind === "customer" && styles.own)}>
      <div className={styles.head}>
        <bdi className={styles.author}>
          {reply.author || (reply.kind === "customer" ? tChat("sender_you") : "")}
        </bdi>
        <span>{t(reply.kind === "agent" ? "work_order_public_reply" : "work_order_customer_reply")}</span>
        <Pill text={t(status.key)} tone={status.tone} />
      </div>
      <span className={styles.time}>
        <WholeTime at={reply.at} />
      </span>
      {reply.content === "" ? null : (
        <p className={styles.content} dir="auto">
          <LinkedText text={reply.content} />
        </p>
      )}
      <AttachedFiles files={reply.files} />
    </li>
  );
}

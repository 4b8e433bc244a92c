import { Lock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { AttachedFiles } from "../../ui/AttachedFiles";
import { LinkedText } from "../../ui/LinkedText";
import { Pill } from "../../ui/Pill";
import { WholeTime } from "../../ui/WholeTime";
import type { OrderReply } from "../../wire/workOrder";
import styles from "./ItemTalk.module.css";
import { STATUS_TONES } from "./itemWords";

/** Shows what was said about an item, oldest first. A note must not look like words to the visitor. */
export function ItemTalk({ talk }: { talk: readonly OrderReply[] }) {
  const { t } = useTranslation("desk");
  if (talk.length === 0) return <p className={styles.none}>{t("item_talk_none")}</p>;
  return (
    <ol className={styles.talk}>
      {talk.map((reply) => (
        <li key={`${reply.at} ${reply.kind} ${reply.content}`} className={styles.step} data-kind={reply.kind}>
          <div className={styles.head}>
            <bdi className={styles.author}>{reply.author}</bdi>
            <span className={styles.kind}>
              {reply.kind === "internal" ? <Lock size={12} aria-hidden /> : null}
              {t(KINDS[reply.kind])}
            </span>
            <Pill text={t(`item_status_${reply.status}`)} tone={STATUS_TONES[reply.status]} />
            <span className={styles.time}>
              <WholeTime at={reply.at} />
            </span>
          </div>
          {reply.content === "" ? null : (
            <p className={styles.content} dir="auto">
              <LinkedText text={reply.content} />
            </p>
          )}
          <AttachedFiles files={reply.files} />
        </li>
      ))}
    </ol>
  );
}

const KINDS = { agent: "item_said_agent", customer: "item_said_customer", internal: "left_note" } as const;

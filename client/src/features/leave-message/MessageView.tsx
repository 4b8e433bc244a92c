import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Facts } from "../../ui/Facts";
import { LinkedText } from "../../ui/LinkedText";
import { Pill } from "../../ui/Pill";
import { WholeTime } from "../../ui/WholeTime";
import type { LeftMessage } from "../../wire/leaveMessage";
import styles from "./MessageView.module.css";

/** Shows a plain left message, its state, and below it what was done. Protocol, 'Left messages': type 1 record. */
export function MessageView({ message, children }: { message: LeftMessage; children?: ReactNode }) {
  const { t } = useTranslation("form");
  return (
    <article className={styles.message}>
      <div className={styles.head}>
        <MessageState isHandled={message.isHandled} />
        <WholeTime at={message.at} />
      </div>
      <p className={styles.content} dir="auto">
        <LinkedText text={message.content} />
      </p>
      <Facts
        facts={[
          { id: "name", name: t("leave_name"), value: message.name },
          { id: "phone", name: t("leave_phone"), value: message.phone },
          { id: "email", name: t("leave_email"), value: message.email },
        ]}
      />
      <section className={styles.handled}>
        <h2>{t("detail_timeline")}</h2>
        {children ?? <Handled message={message} />}
      </section>
    </article>
  );
}

/** Who handled the message, when, and with which remark. */
function Handled({ message }: { message: LeftMessage }) {
  const { t } = useTranslation("form");
  if (!message.isHandled) return <p className={styles.none}>{t("detail_none")}</p>;
  return (
    <div className={styles.answer}>
      <p className={styles.by}>
        <bdi>{message.handledBy}</bdi>
        <WholeTime at={message.handledAt} />
      </p>
      {message.remark === "" ? null : (
        <p className={styles.remark} dir="auto">
          <LinkedText text={message.remark} />
        </p>
      )}
    </div>
  );
}

/** Protocol, 'Left messages': 1 handled, anything else not. */
export function MessageState({ isHandled }: { isHandled: boolean }) {
  const { t } = useTranslation("form");
  return (
    <Pill
      text={t(isHandled ? "leave_state_handled" : "leave_state_unhandled")}
      tone={isHandled ? "good" : "new"}
    />
  );
}

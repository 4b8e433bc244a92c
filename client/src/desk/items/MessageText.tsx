import { useTranslation } from "react-i18next";
import { MessageState } from "../../features/leave-message/MessageView";
import view from "../../features/leave-message/MessageView.module.css";
import { Facts } from "../../ui/Facts";
import { LinkedText } from "../../ui/LinkedText";
import { WholeTime } from "../../ui/WholeTime";
import type { LeftMessage } from "../../wire/leaveMessage";
import type { OrderReply } from "../../wire/workOrder";
import { ItemTalk } from "./ItemTalk";

/** Shows a left message with the remarks and notes on it. */
export function MessageText({ message, talk }: { message: LeftMessage; talk: readonly OrderReply[] }) {
  const { t } = useTranslation("form");
  return (
    <article className={view.message}>
      <div className={view.head}>
        <MessageState isHandled={message.isHandled} />
        <WholeTime at={message.at} />
      </div>
      <p className={view.content} dir="auto">
        <LinkedText text={message.content} />
      </p>
      <Facts
        facts={[
          { id: "name", name: t("leave_name"), value: message.name },
          { id: "phone", name: t("leave_phone"), value: message.phone },
          { id: "email", name: t("leave_email"), value: message.email },
        ]}
      />
      <section className={view.handled}>
        <h2>{t("detail_timeline")}</h2>
        <ItemTalk talk={talk} />
      </section>
    </article>
  );
}

import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AttachedFiles } from "../../ui/AttachedFiles";
import { Facts } from "../../ui/Facts";
import { LinkedText } from "../../ui/LinkedText";
import { Pill } from "../../ui/Pill";
import { WholeTime } from "../../ui/WholeTime";
import type { WorkOrder } from "../../wire/workOrder";
import styles from "./OrderView.module.css";
import { PRIORITY_WORDS, STATUS_WORDS } from "./orderWords";

export type OrderViewProps = {
  order: WorkOrder;
  /** What the reader's page calls its status, if it has words of its own. */
  statusText?: string;
  /** The replies to the order. */
  children: ReactNode;
};

/** Shows a work order: its text, its customer, and its history below. */
export function OrderView({ order, statusText, children }: OrderViewProps) {
  const { t } = useTranslation("form");
  const status = STATUS_WORDS[order.status];
  const priority = PRIORITY_WORDS[order.priority];
  return (
    <article className={styles.order}>
      <div className={styles.head}>
        <Pill text={statusText ?? t(status.key)} tone={status.tone} />
        {order.priority === "normal" ? null : <Pill text={t(priority.key)} tone={priority.tone} />}
        <span className={styles.time}>
          <WholeTime at={order.at} />
        </span>
      </div>
      {order.content === "" ? null : (
        <p className={styles.content} dir="auto">
          <LinkedText text={order.content} />
        </p>
      )}
      <AttachedFiles files={order.files} />
      <OrderFacts order={order} />
      <section className={styles.talk}>
        <h2>{t("work_order_history")}</h2>
        {children}
      </section>
    </article>
  );
}

function OrderFacts({ order }: { order: WorkOrder }) {
  const { t } = useTranslation("form");
  return (
    <Facts
      facts={[
        { id: "type", name: t("work_order_type"), value: order.typeName },
        { id: "customer", name: t("work_order_customer"), value: order.customer.name },
        { id: "phone", name: t("work_order_phone"), value: order.customer.phone },
        ...order.fields.map((field) => ({ ...field, id: `field-${field.id}` })),
      ]}
    />
  );
}

import { ArrowLeft, Inbox } from "lucide-react";
import { Suspense, useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { MessageView } from "../../features/leave-message/MessageView";
import { OrderView } from "../../features/work-order/OrderView";
import { isOver } from "../../features/work-order/orderWords";
import { Timeline } from "../../features/work-order/Timeline";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { Empty } from "../../ui/Empty";
import { IconButton } from "../../ui/IconButton";
import { type LeftTrouble, leftAtom, moreLeftAtom, openOrderAtom, orderTalksAtom } from "../state/left.atoms";
import header from "../talk/TalkHeader.module.css";
import styles from "./LeftPane.module.css";
import { MessageAnswer } from "./MessageAnswer";
import { OrderAnswer } from "./OrderAnswer";

/** Shows one left message or work order: its text, what was done, and what the agent can do. */
export function LeftPane({ what, id, onLeave }: { what: string; id: string; onLeave: () => void }) {
  const { t } = useTranslation("desk");
  return (
    <div className={styles.pane}>
      <header className={header.header}>
        <span className={header.back}>
          <IconButton
            label={t("back")}
            icon={<ArrowLeft size={20} className="mirrored" />}
            onClick={onLeave}
          />
        </span>
        <div className={header.words}>
          <h2 tabIndex={-1}>{t(what === "order" ? "left_order" : "left_message")}</h2>
        </div>
      </header>
      {/* Their translations belong to the visitors' pages and load with the first item. */}
      <Suspense>{what === "order" ? <OpenOrder id={id} /> : <OpenMessage id={id} />}</Suspense>
    </div>
  );
}

function OpenMessage({ id }: { id: string }) {
  const { messages, phase, next } = useAtomValue(leftAtom);
  const more = useSetAtom(moreLeftAtom);
  const message = messages.find((one) => one.id === id);
  const isFurther = !message && phase === "here" && next.messages !== "";
  // A search finds messages that are further back in the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page may lead to another one
  useEffect(() => {
    if (isFurther) void more();
  }, [isFurther, next.messages, more]);
  if (!message) return phase === "loading" || isFurther ? null : <Gone />;
  return (
    <div className={styles.body}>
      <MessageView message={message} />
      {message.isHandled ? null : <MessageAnswer id={id} email={message.email} />}
    </div>
  );
}

function OpenOrder({ id }: { id: string }) {
  const { orders } = useAtomValue(leftAtom);
  const talk = useAtomValue(orderTalksAtom)[id];
  const { t } = useTranslation("desk");
  const { trouble, read } = useOrder(id, orders.find((one) => one.id === id)?.changedAt);
  const order = talk ?? orders.find((one) => one.id === id);
  if (trouble === "gone" || (!order && trouble)) return <Gone />;
  if (!order) return null;
  const standing = talk ? "here" : trouble ? "failed" : "loading";
  return (
    <div className={styles.body}>
      <OrderView order={order}>
        <Timeline
          replies={talk?.replies ?? []}
          talk={standing}
          onRetry={() => void read()}
          internal={t("left_note")}
        />
      </OrderView>
      {isOver(order.status) ? null : (
        <OrderAnswer key={id} id={id} visitor={order.visitor} status={order.status} />
      )}
    </div>
  );
}

/** Reads an order when it opens, and again when the list shows that it changed. */
function useOrder(id: string, changedAt: number | undefined) {
  const open = useSetAtom(openOrderAtom);
  const [trouble, setTrouble] = useState<LeftTrouble>();
  const read = useCallback(async () => setTrouble(await open(id)), [open, id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed order must be read again
  useEffect(() => {
    void read();
  }, [read, changedAt]);
  return { trouble, read };
}

function Gone() {
  const { t } = useTranslation("desk");
  return (
    <div className={styles.gone}>
      <Empty icon={<Inbox size={28} aria-hidden />} title={t("left_gone")} text={t("left_empty_hint")} />
    </div>
  );
}

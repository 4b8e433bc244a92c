import { useState } from "react";
import { useTranslation } from "react-i18next";
import { MessageView } from "../../features/leave-message/MessageView";
import { OrderView } from "../../features/work-order/OrderView";
import { isOver } from "../../features/work-order/orderWords";
import { Timeline } from "../../features/work-order/Timeline";
import type { LeaveDesk, Left } from "../../session/leaveDesk";
import { useSetAtom } from "../../state/jotai";
import { closeDetailAtom, openDetailAtom, replyAtom } from "../../state/leave.atoms";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import type { WorkOrder } from "../../wire/workOrder";
import { OrderReplyDialog } from "../work-order/OrderReplyDialog";
import styles from "../work-order/WorkOrderPage.module.css";

export type LeaveDetailProps = { desk: LeaveDesk; left: Left; talk: "loading" | "failed" | "here" };

/** The drawer with one left message or work order, its handling and its replies. */
export function LeaveDetail({ desk, left, talk }: LeaveDetailProps) {
  const { t } = useTranslation("form");
  const { t: tChat } = useTranslation();
  const close = useSetAtom(closeDetailAtom);
  const open = useSetAtom(openDetailAtom);
  const reply = useSetAtom(replyAtom);
  const [answered, setAnswered] = useState<WorkOrder | undefined>(undefined);
  const canReply = left.kind === "order" && talk === "here" && !isOver(left.order.status);

  return (
    <>
      <Dialog
        isOpen
        placement="side"
        onClose={close}
        title={t("detail_title")}
        closeLabel={tChat("page_close")}
        footer={
          canReply ? (
            <Button look="primary" isWide onClick={() => setAnswered(left.order)}>
              {t("reply_open")}
            </Button>
          ) : undefined
        }
      >
        {left.kind === "message" ? (
          <MessageView message={left.message} />
        ) : (
          <OrderView order={left.order}>
            <Timeline replies={left.order.replies} talk={talk} onRetry={() => open(left)} />
            {isOver(left.order.status) ? <p className={styles.over}>{t("work_order_closed")}</p> : null}
          </OrderView>
        )}
      </Dialog>
      {answered ? (
        <OrderReplyDialog
          upload={desk.upload}
          doneWords={t("form_done")}
          onReply={(text, files) => reply(answered, text, files)}
          onClose={() => setAnswered(undefined)}
        />
      ) : null}
    </>
  );
}

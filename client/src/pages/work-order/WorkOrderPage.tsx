import { FileQuestionMark } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { OrderView } from "../../features/work-order/OrderView";
import { isOver } from "../../features/work-order/orderWords";
import { Timeline } from "../../features/work-order/Timeline";
import { Button } from "../../ui/Button";
import { Empty } from "../../ui/Empty";
import { Failed } from "../../ui/Failed";
import { LoadingWords } from "../../ui/LoadingWords";
import { Skeleton } from "../../ui/Skeleton";
import { ExpiredHere } from "../frame/ExpiredDialog";
import { PageFrame } from "../frame/PageFrame";
import { OrderReplyDialog } from "./OrderReplyDialog";
import { type OrderPage, type OrderState, useWorkOrder } from "./useWorkOrder";
import styles from "./WorkOrderPage.module.css";

/** A work order with its replies, for its visitor or a reader with its link. Protocol, 'Work orders', /workorder. */
export function WorkOrderPage() {
  const { t } = useTranslation("form");
  const page = useWorkOrder();
  const [isReplying, setIsReplying] = useState(false);
  const { state } = page;
  const title = state.kind === "here" ? state.order.title : "";
  useEffect(() => {
    document.title = title || t("work_order_title");
  }, [title, t]);

  const canReply = state.kind === "here" && !isOver(state.order.status);
  return (
    <PageFrame
      title={title || t("work_order_title")}
      line={state.kind === "here" ? state.order.typeName : undefined}
      foot={
        canReply ? (
          <Button look="primary" isWide onClick={() => setIsReplying(true)}>
            {t("reply_open")}
          </Button>
        ) : undefined
      }
    >
      <Content state={state} onRetry={page.load} />
      {isReplying ? <Reply page={page} onClose={() => setIsReplying(false)} /> : null}
      <ExpiredHere onReload={page.load} />
    </PageFrame>
  );
}

function Content({ state, onRetry }: { state: OrderState; onRetry: () => void }) {
  const { t } = useTranslation("form");
  const { t: tChat } = useTranslation();
  switch (state.kind) {
    case "loading":
      return (
        <div className={styles.loading} aria-busy="true">
          <LoadingWords>{tChat("page_loading")}</LoadingWords>
          <Skeleton width="50%" height="20px" />
          <Skeleton width="100%" height="72px" shape="bubble" />
          <Skeleton width="100%" height="120px" shape="bubble" />
        </div>
      );
    case "missing":
    case "closed":
      return (
        <div role="alert">
          <Empty
            icon={<FileQuestionMark size={28} aria-hidden />}
            title={t(state.kind === "missing" ? "work_order_missing" : "work_order_link_expired")}
            text={t("link_hint")}
          />
        </div>
      );
    case "failed":
      return <Failed text={tChat("page_error")} onRetry={onRetry} />;
    case "here":
      return (
        <OrderView order={state.order}>
          <Timeline replies={state.order.replies} talk="here" onRetry={onRetry} />
          {isOver(state.order.status) ? <p className={styles.over}>{t("work_order_closed")}</p> : null}
        </OrderView>
      );
    default:
      return state satisfies never;
  }
}

function Reply({ page, onClose }: { page: OrderPage; onClose: () => void }) {
  const { t } = useTranslation("form");
  return (
    <OrderReplyDialog
      upload={page.upload}
      doneWords={t("work_order_reply_done")}
      onReply={page.reply}
      onClose={onClose}
    />
  );
}

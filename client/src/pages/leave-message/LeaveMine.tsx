import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { MessageState } from "../../features/leave-message/MessageView";
import { MineList, type MineRow } from "../../features/leave-message/MineList";
import { STATUS_WORDS } from "../../features/work-order/orderWords";
import type { Left } from "../../session/leaveDesk";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { loadMineAtom, loadMoreMineAtom, mineAtom, openDetailAtom } from "../../state/leave.atoms";
import { Pill } from "../../ui/Pill";
import type { OrderStatus } from "../../wire/workOrder";

/** 'My messages': the visitor's left messages or work orders, each with its status. */
export function LeaveMine({ onWrite }: { onWrite: () => void }) {
  const mine = useAtomValue(mineAtom);
  const load = useSetAtom(loadMineAtom);
  const loadMore = useSetAtom(loadMoreMineAtom);
  const open = useSetAtom(openDetailAtom);
  useEffect(() => void load(), [load]);

  return (
    <MineList
      rows={mine.kind === "here" ? mine.left.map((left) => rowOf(left, () => open(left))) : mine.kind}
      hasMore={mine.kind === "here" && mine.next !== ""}
      isLoadingMore={mine.kind === "here" && mine.isLoadingMore}
      onMore={() => void loadMore()}
      onRetry={() => void load()}
      onWrite={onWrite}
    />
  );
}

function rowOf(left: Left, onOpen: () => void): MineRow {
  if (left.kind === "message") {
    const { id, at, content, isHandled } = left.message;
    return { id, at, content, state: <MessageState isHandled={isHandled} />, onOpen };
  }
  const { id, at, content, status, typeName } = left.order;
  return { id, at, content: content || typeName, state: <OrderState status={status} />, onOpen };
}

function OrderState({ status }: { status: OrderStatus }) {
  const { t } = useTranslation("form");
  const { key, tone } = STATUS_WORDS[status];
  return <Pill text={t(key)} tone={tone} />;
}

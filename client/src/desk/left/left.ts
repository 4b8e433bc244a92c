/** Left messages and work orders as the desk holds them: plain values and functions on them. */
import { isOver } from "../../features/work-order/orderWords";
import type { LeftMessage } from "../../wire/leaveMessage";
import type { WorkOrder } from "../../wire/workOrder";

export type LeftItem =
  | { what: "message"; id: string; message: LeftMessage }
  | { what: "order"; id: string; order: WorkOrder };

/** For each kind: the loaded items, the number that wait for an agent (up to 100), and the cursor of the next page. */
export type Left = {
  phase: "loading" | "here" | "failed";
  messages: readonly LeftMessage[];
  orders: readonly WorkOrder[];
  waiting: { message: number; order: number };
  next: { messages: string; orders: string };
};

export const emptyLeft: Left = {
  phase: "loading",
  messages: [],
  orders: [],
  waiting: { message: 0, order: 0 },
  next: { messages: "", orders: "" },
};

/** Returns the items that an agent can still work on: waiting ones first, then the rest, newest first. */
export function openItems({ messages, orders }: Left): readonly LeftItem[] {
  const items: LeftItem[] = [
    ...messages
      .filter(({ isHandled }) => !isHandled)
      .map((message) => ({ what: "message" as const, id: message.id, message })),
    ...orders
      .filter(({ status }) => !isOver(status))
      .map((order) => ({ what: "order" as const, id: order.id, order })),
  ];
  return items.toSorted(
    (one, other) => Number(isWaiting(other)) - Number(isWaiting(one)) || changedAt(other) - changedAt(one),
  );
}

/** Whether nobody has handled the item yet, or its visitor wrote last. */
export function isWaiting(item: LeftItem): boolean {
  if (item.what === "message") return !item.message.isHandled;
  return item.order.status === "new" || item.order.lastWord === "customer";
}

export function changedAt(item: LeftItem): number {
  return item.what === "message" ? item.message.at : item.order.changedAt || item.order.at;
}

/** Replaces the item with the same id, or adds `fresh` at the front. */
export function withItem<Item extends { id: string }>(items: readonly Item[], fresh: Item): readonly Item[] {
  return items.some(({ id }) => id === fresh.id)
    ? items.map((item) => (item.id === fresh.id ? fresh : item))
    : [fresh, ...items];
}

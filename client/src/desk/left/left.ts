/** What visitors left for whoever looks after it, as the desk holds it: plain values and what is read from them. */
import { isOver } from "../../features/work-order/orderWords";
import type { LeftMessage } from "../../wire/leaveMessage";
import type { WorkOrder } from "../../wire/workOrder";

export type LeftItem =
  | { what: "message"; id: string; message: LeftMessage }
  | { what: "order"; id: string; order: WorkOrder };

/** Of each kind: what is here, how many nobody has looked at (up to 100), what asks for the rest. */
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

/** What an agent can still do something about: first what waits for one, then the rest, newest first. */
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

/** Nobody has looked at it yet, or its visitor had the last word. */
export function isWaiting(item: LeftItem): boolean {
  if (item.what === "message") return !item.message.isHandled;
  return item.order.status === "new" || item.order.lastWord === "customer";
}

export function changedAt(item: LeftItem): number {
  return item.what === "message" ? item.message.at : item.order.changedAt || item.order.at;
}

/** `fresh` in the place of what was known under its id, or in front. */
export function withItem<Item extends { id: string }>(items: readonly Item[], fresh: Item): readonly Item[] {
  return items.some(({ id }) => id === fresh.id)
    ? items.map((item) => (item.id === fresh.id ? fresh : item))
    : [fresh, ...items];
}

/** Makes left messages and work orders for tests of the desk. */
import type { Item, WholeItem } from "../src/wire/item";
import type { LeftMessage } from "../src/wire/leaveMessage";
import type { OrderReply, WorkOrder } from "../src/wire/workOrder";

export function leftMessage(over: Partial<LeftMessage> = {}): LeftMessage {
  return {
    id: "m-1",
    name: "Ann Baker",
    phone: "",
    email: "ann@example.com",
    content: "Do you have blue pots?",
    at: 1_790_000_000_000,
    isHandled: false,
    handledAt: 0,
    handledBy: "",
    remark: "",
    ...over,
  };
}

export function workOrder(over: Partial<WorkOrder> = {}): WorkOrder {
  return {
    id: "o-1",
    title: "Work order",
    content: "The pot arrived in three pieces.",
    at: 1_790_000_000_000,
    typeId: "after-sales",
    typeName: "After sales",
    status: "new",
    priority: "normal",
    files: [],
    customer: { name: "Ben", phone: "" },
    fields: [],
    replies: [],
    visitor: "v_3f1c9a5e7b2d4c60",
    changedAt: 1_790_000_000_000,
    lastWord: undefined,
    ...over,
  };
}

export function orderReply(over: Partial<OrderReply> = {}): OrderReply {
  return {
    at: 1_790_000_060_000,
    author: "Mia",
    status: "accepted",
    content: "Which colour was it?",
    kind: "agent",
    files: [],
    ...over,
  };
}

/** A left message in a list. */
export function leftItem(over: Partial<Item> = {}): Item {
  return {
    kind: "message",
    id: "m-1",
    userId: "v_3f1c9a5e7b2d4c60",
    name: "Ann Baker",
    email: "ann@example.com",
    text: "Do you have blue pots?",
    at: 1_790_000_000_000,
    changedAt: 1_790_000_000_000,
    status: "new",
    priority: "normal",
    agentId: "",
    agentName: "",
    due: 0,
    isUnread: false,
    isVisitorsTurn: false,
    cursor: 0,
    ...over,
  };
}

/** A work order in a list. */
export function orderItem(over: Partial<Item> = {}): Item {
  const order = {
    kind: "order",
    id: "o-1",
    name: "Ben",
    email: "",
    text: "The pot arrived in three pieces.",
  };
  return leftItem({ ...order, kind: "order", ...over });
}

/** An item with what was said about it. */
export function wholeMessage(item: Partial<Item> = {}, over: Partial<WholeItem> = {}): WholeItem {
  return { item: leftItem(item), message: leftMessage(), order: undefined, talk: [], ...over };
}

export function wholeOrder(item: Partial<Item> = {}, over: Partial<WholeItem> = {}): WholeItem {
  return { item: orderItem(item), message: undefined, order: workOrder(), talk: [orderReply()], ...over };
}

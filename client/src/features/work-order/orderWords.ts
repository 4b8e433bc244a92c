import type { OrderPriority, OrderStatus } from "../../wire/workOrder";

/** Protocol, 'Work orders': the text key and look of an order's status. */
export const STATUS_WORDS = {
  new: { key: "work_order_status_open", tone: "new" },
  accepted: { key: "work_order_status_accepted", tone: "busy" },
  waiting: { key: "work_order_status_waiting", tone: "busy" },
  resolved: { key: "work_order_status_resolved", tone: "good" },
  closed: { key: "work_order_status_finished", tone: "over" },
  filed: { key: "work_order_status_finished", tone: "over" },
} as const satisfies Record<OrderStatus, object>;

/** Protocol, 'Work orders': 0 low to 3 danger. */
export const PRIORITY_WORDS = {
  low: { key: "work_order_priority_low", tone: "over" },
  normal: { key: "work_order_priority_normal", tone: "over" },
  high: { key: "work_order_priority_warning", tone: "new" },
  urgent: { key: "work_order_priority_danger", tone: "urgent" },
} as const satisfies Record<OrderPriority, object>;

/** A closed or filed order takes no replies: Protocol, 'Work orders'. */
export function isOver(status: OrderStatus): boolean {
  return status === "closed" || status === "filed";
}

import type { OrderPriority, OrderStatus } from "../../wire/workOrder";

/** Protocol, 'Work orders': the text key and look of an order's status. */
export function statusOf(status: OrderStatus) {
  switch (status) {
    case "new":
      return { key: "work_order_status_open", tone: "new" } as const;
    case "accepted":
      return { key: "work_order_status_accepted", tone: "busy" } as const;
    case "waiting":
      return { key: "work_order_status_waiting", tone: "busy" } as const;
    case "resolved":
      return { key: "work_order_status_resolved", tone: "good" } as const;
    case "closed":
    case "filed":
      return { key: "work_order_status_finished", tone: "over" } as const;
    default:
      return status satisfies never;
  }
}

/** Protocol, 'Work orders': 0 low to 3 danger. */
export function priorityOf(priority: OrderPriority) {
  switch (priority) {
    case "low":
      return { key: "work_order_priority_low", tone: "over" } as const;
    case "normal":
      return { key: "work_order_priority_normal", tone: "over" } as const;
    case "high":
      return { key: "work_order_priority_warning", tone: "new" } as const;
    case "urgent":
      return { key: "work_order_priority_danger", tone: "urgent" } as const;
    default:
      return priority satisfies never;
  }
}

/** A closed or filed order takes no replies: Protocol, 'Work orders'. */
export function isOver(status: OrderStatus): boolean {
  return status === "closed" || status === "filed";
}

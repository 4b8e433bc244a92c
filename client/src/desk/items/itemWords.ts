/** The looks of statuses and priorities, and the words for times. */
import type { Item, Priority, Status } from "../../wire/item";

export const STATUS_TONES = {
  new: "new",
  accepted: "busy",
  waiting: "busy",
  resolved: "good",
  closed: "over",
  filed: "over",
} as const satisfies Record<Status, string>;

export const PRIORITY_TONES = {
  low: "over",
  normal: "over",
  high: "new",
  urgent: "urgent",
} as const satisfies Record<Priority, string>;

/** The statuses that an agent can give an order; a left message is open or done. */
export const ORDER_STATUSES = ["new", "accepted", "waiting", "resolved", "closed"] as const;
const MESSAGE_STATUSES = ["new", "resolved"] as const;

export function statusesOf(kind: Item["kind"]): readonly Status[] {
  return kind === "message" ? MESSAGE_STATUSES : ORDER_STATUSES;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Day and time in the reader's language: 24 Nov, 14:30. */
export function dayAndTime(at: number, language: string): string {
  const known =
    formats.get(language) ??
    new Intl.DateTimeFormat(language, {
      day: "numeric",
      month: "short",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
  formats.set(language, known);
  return known.format(at);
}

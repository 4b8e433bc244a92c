/** Left messages and work orders as the desk lists them: pure functions on plain values. */
import type { ItemAsk, ItemChange } from "../../api/items";
import type { Item, ItemFilter } from "../../wire/item";

export const emptyFilter: ItemFilter = {
  kind: "",
  whose: "",
  adminId: "",
  priority: "",
  due: "",
  state: "",
  status: "",
  text: "",
};

/** The views that every desk has, in the order of their tabs. */
export const BUILT_IN = {
  open: { ...emptyFilter, state: "open" },
  mine: { ...emptyFilter, state: "open", whose: "me" },
  nobodys: { ...emptyFilter, state: "open", whose: "nobody" },
  overdue: { ...emptyFilter, due: "overdue" },
  done: { ...emptyFilter, state: "ended" },
} as const satisfies Record<string, ItemFilter>;
export type BuiltIn = keyof typeof BUILT_IN;

/** A change that the server has not answered yet. */
export type Pending = { key: string; ids: readonly string[]; change: ItemChange };

/** Whether there is nothing left to do. */
export function isDone({ status }: Pick<Item, "status">): boolean {
  return status === "resolved" || status === "closed" || status === "filed";
}

export function isOverdue(item: Item, now: number): boolean {
  return item.due !== 0 && item.due <= now && !isDone(item);
}

/** The number of filters that are set, without the words. */
export function filtersSet(filter: ItemFilter): number {
  const { text: _, adminId: __, ...rest } = filter;
  return Object.values(rest).filter((value) => value !== "").length;
}

/** The end of the time in which something is due. The week ends with Sunday. */
export function dueBefore(due: ItemFilter["due"], now: number): number {
  if (due === "") return 0;
  if (due === "overdue") return now;
  const day = new Date(now);
  day.setHours(24, 0, 0, 0);
  if (due === "week") day.setDate(day.getDate() + ((7 - new Date(now).getDay()) % 7));
  return day.getTime();
}

/** The due times that are offered, without those that are past. */
export function dueTimes(now: number) {
  const at = (days: number, hour: number) => {
    const day = new Date(now);
    day.setDate(day.getDate() + days);
    return day.setHours(hour, 0, 0, 0);
  };
  const times = [
    { when: "today", at: at(0, 18) },
    { when: "tomorrow", at: at(1, 9) },
    { when: "inWeek", at: at(7, 9) },
  ] as const;
  return times.filter((one) => one.at > now);
}

/** What to ask the server for a page. */
export function asked(filter: ItemFilter, me: string, now: number, cursor: string): ItemAsk {
  return {
    kind: filter.kind,
    adminId: filter.whose === "me" ? me : filter.whose === "agent" ? filter.adminId : "",
    isUnassigned: filter.whose === "nobody",
    priority: filter.priority,
    status: filter.status,
    state: filter.state,
    dueBefore: dueBefore(filter.due, now),
    text: filter.text.trim(),
    cursor,
  };
}

/** Whether the filter shows an item. Words are the server's matter: with words, only known items are shown. */
export function fits(filter: ItemFilter, item: Item, me: string, now: number): boolean {
  const kind = item.kind === "message" ? "leaveMsg" : "workOrder";
  const until = dueBefore(filter.due, now);
  return (
    (filter.kind === "" || filter.kind === kind) &&
    (filter.whose !== "me" || item.agentId === me) &&
    (filter.whose !== "nobody" || item.agentId === "") &&
    (filter.whose !== "agent" || filter.adminId === "" || item.agentId === filter.adminId) &&
    (filter.priority === "" || filter.priority === item.priority) &&
    (filter.status === "" || filter.status === item.status) &&
    (filter.state === "" || (filter.state === "ended") === isDone(item)) &&
    (until === 0 || (item.due !== 0 && item.due < until && !isDone(item)))
  );
}

/** The newer of two states of an item. */
export function newer(one: Item | undefined, other: Item): Item {
  return one && one.cursor > other.cursor ? one : other;
}

/** Puts an item that is new or has changed into a list, in its place, or takes it out if `isShown` is false. */
export function merged(items: readonly Item[], fresh: Item, isShown: boolean): readonly Item[] {
  const before = items.find(({ id }) => id === fresh.id);
  const item = newer(before, fresh);
  if (item === before && before !== fresh) return items;
  const others = items.filter(({ id }) => id !== item.id);
  if (!isShown) return before ? others : items;
  const at = others.findIndex((one) => one.at < item.at || (one.at === item.at && one.id > item.id));
  return at < 0 ? [...others, item] : others.toSpliced(at, 0, item);
}

/** An item as it will be once the server has made these changes. */
export function changed(item: Item, pending: readonly Pending[]): Item {
  const own = pending.filter(({ ids }) => ids.includes(item.id));
  return Object.assign({}, item, ...own.map(({ change }) => predicted(change)));
}

function predicted(change: ItemChange): Partial<Item> {
  const { assignee, priority, due, status } = change;
  return {
    ...(assignee ? { agentId: assignee.id, agentName: assignee.name } : {}),
    ...(priority ? { priority } : {}),
    ...(due === undefined ? {} : { due }),
    ...(status ? { status } : {}),
  };
}

/** Marks or unmarks one row; with `from`, all rows between the two are marked. */
export function picked(
  chosen: ReadonlySet<string>,
  rows: readonly string[],
  id: string,
  from: string | undefined,
): ReadonlySet<string> {
  const [start, end] = [rows.indexOf(from ?? ""), rows.indexOf(id)];
  if (start >= 0 && end >= 0) {
    return new Set([...chosen, ...rows.slice(Math.min(start, end), Math.max(start, end) + 1)]);
  }
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** A time as the value of a native date and time field; empty without one. */
export function fieldOf(at: number): string {
  if (at === 0) return "";
  const time = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return time.toISOString().slice(0, 16);
}

/** The time in a native date and time field; 0 if it is empty. */
export function timeOf(field: string): number {
  const at = field === "" ? 0 : new Date(field).getTime();
  return Number.isFinite(at) ? at : 0;
}

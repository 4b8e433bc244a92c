import { describe, expect, it } from "vitest";
import { leftItem, orderItem } from "../../../test/left";
import {
  BUILT_IN,
  changed,
  dueBefore,
  dueTimes,
  emptyFilter,
  fieldOf,
  fits,
  isOverdue,
  merged,
  picked,
  timeOf,
} from "./items";

const NOW = new Date(2026, 10, 25, 14, 30).getTime(); // A Wednesday.
const HOUR = 3_600_000;

describe("what is due", () => {
  it("a day ends at midnight and a week with Sunday, in the reader's time zone", () => {
    expect(dueBefore("overdue", NOW)).toBe(NOW);
    expect(dueBefore("today", NOW)).toBe(new Date(2026, 10, 26).getTime());
    expect(dueBefore("week", NOW)).toBe(new Date(2026, 10, 30).getTime());
    expect(dueBefore("week", new Date(2026, 10, 29, 9).getTime())).toBe(new Date(2026, 10, 30).getTime());
    expect(dueBefore("week", new Date(2026, 10, 30, 9).getTime())).toBe(new Date(2026, 11, 7).getTime());
  });

  it("what is done is not overdue", () => {
    const late = leftItem({ due: NOW - HOUR });

    expect(isOverdue(late, NOW)).toBe(true);
    expect(isOverdue({ ...late, status: "resolved" }, NOW)).toBe(false);
    expect(isOverdue(leftItem(), NOW)).toBe(false);
  });

  it("offered times are the reader's, and none is past", () => {
    const tomorrow = { when: "tomorrow", at: new Date(2026, 10, 26, 9).getTime() };
    const inWeek = { when: "inWeek", at: new Date(2026, 11, 2, 9).getTime() };

    expect(dueTimes(NOW)).toEqual([
      { when: "today", at: new Date(2026, 10, 25, 18).getTime() },
      tomorrow,
      inWeek,
    ]);
    expect(dueTimes(NOW + 4 * HOUR)).toEqual([tomorrow, inWeek]);
  });

  it("a native field shows the reader's time and gives it back", () => {
    expect(fieldOf(NOW)).toBe("2026-11-25T14:30");
    expect(timeOf(fieldOf(NOW))).toBe(NOW);
    expect([fieldOf(0), timeOf("")]).toEqual(["", 0]);
  });
});

describe("the list", () => {
  it("a filter shows what the server would show", () => {
    const mine = orderItem({ agentId: "mia", priority: "urgent", due: NOW + HOUR });
    const shown = (filter: Partial<typeof emptyFilter>) =>
      fits({ ...emptyFilter, ...filter } as typeof emptyFilter, mine, "mia", NOW);

    expect(shown({ whose: "me", state: "open", due: "today", priority: "urgent" })).toBe(true);
    expect(shown({ kind: "leaveMsg" })).toBe(false);
    expect(shown({ whose: "nobody" })).toBe(false);
    expect(shown({ due: "overdue" })).toBe(false);
    expect(fits(BUILT_IN.done, mine, "mia", NOW)).toBe(false);
  });

  it("a newer state replaces an older one, an older one changes nothing, and one that no longer fits goes", () => {
    const old = leftItem({ cursor: 2, priority: "high" });
    const list = [orderItem({ at: 2_000_000_000_000 }), old];

    expect(merged(list, leftItem({ cursor: 1 }), true)).toBe(list);
    expect(merged(list, leftItem({ cursor: 3 }), true)[1]?.cursor).toBe(3);
    expect(merged(list, leftItem({ cursor: 3 }), false)).toHaveLength(1);
    const first = merged(list, leftItem({ id: "m-9", at: 2_100_000_000_000 }), true);
    expect(first[0]?.id).toBe("m-9");
  });

  it("a change shows before the server has answered", () => {
    const pending = [
      { key: "1", ids: ["m-1"], change: { assignee: { id: "lin", name: "Lin" }, due: NOW } },
      { key: "2", ids: ["m-2"], change: { priority: "low" as const } },
    ];

    expect(changed(leftItem(), pending)).toMatchObject({ agentId: "lin", due: NOW, priority: "normal" });
  });

  it("shift chooses all rows in between", () => {
    const rows = ["a", "b", "c", "d"];

    expect([...picked(new Set(), rows, "b", undefined)]).toEqual(["b"]);
    expect([...picked(new Set(["b"]), rows, "d", "b")]).toEqual(["b", "c", "d"]);
    expect([...picked(new Set(["b"]), rows, "b", undefined)]).toEqual([]);
  });
});

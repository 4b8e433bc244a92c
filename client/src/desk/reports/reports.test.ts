import { describe, expect, it } from "vitest";
import type { Numbers, ReportRow } from "../../wire/report";
import { changeOf, inOrder, measured, NO_SPANS, NOTHING, shareWithin, topOf } from "./measures";
import { dayIn, daysIn, daysOf, faultOf } from "./period";

const none = { from: "", to: "" };
const numbers = (more: Partial<Numbers>): Numbers => ({ ...NOTHING, ...more });
const row = (key: string, sessions: number): ReportRow => ({ key, name: "", numbers: numbers({ sessions }) });

describe("the days of a period", () => {
  it("are those of the tenant's time zone", () => {
    const lateInUtc = Date.parse("2026-11-02T23:30:00Z");

    expect(dayIn("Asia/Tokyo", lateInUtc)).toBe("2026-11-03");
    expect(dayIn("America/New_York", lateInUtc)).toBe("2026-11-02");
    expect(dayIn("Nowhere/Land", lateInUtc)).toMatch(/^2026-11-0[23]$/);
  });

  it("are counted with both ends", () => {
    expect(daysOf("days7", "2026-11-08", none)).toEqual({ from: "2026-11-02", to: "2026-11-08" });
    expect(daysIn({ from: "2026-02-27", to: "2026-03-01" })).toEqual([
      "2026-02-27",
      "2026-02-28",
      "2026-03-01",
    ]);
  });

  it("of the last month end with its last day", () => {
    expect(daysOf("lastMonth", "2026-03-15", none)).toEqual({ from: "2026-02-01", to: "2026-02-28" });
    expect(daysOf("lastMonth", "2026-01-31", none)).toEqual({ from: "2025-12-01", to: "2025-12-31" });
  });

  it("a change of the clocks neither adds nor loses a day", () => {
    expect(daysIn({ from: "2026-03-28", to: "2026-03-30" })).toHaveLength(3);
    expect(daysIn({ from: "2026-10-24", to: "2026-10-26" })).toHaveLength(3);
  });

  it("wrong days are named", () => {
    expect(faultOf({ from: "", to: "2026-11-08" })).toBe("empty");
    expect(faultOf({ from: "2026-11-09", to: "2026-11-08" })).toBe("backwards");
    expect(faultOf({ from: "2025-01-01", to: "2026-11-08" })).toBe("long");
    expect(faultOf({ from: "2026-11-02", to: "2026-11-08" })).toBeUndefined();
  });
});

describe("the rows of a report", () => {
  it("have every day, also those without a session", () => {
    const rows = inOrder([row("2026-11-03", 4)], "day", { from: "2026-11-02", to: "2026-11-04" });

    expect(rows.map(({ key, numbers }) => [key, numbers.sessions])).toEqual([
      ["2026-11-02", 0],
      ["2026-11-03", 4],
      ["2026-11-04", 0],
    ]);
  });

  it("have all 24 hours in order, however an hour is written", () => {
    const rows = inOrder([row("9", 2), row("14", 3)], "hour", none);

    expect(rows).toHaveLength(24);
    expect(rows[9]?.numbers.sessions).toBe(2);
    expect(rows[14]?.numbers.sessions).toBe(3);
  });

  it("of groups come by their number of sessions", () => {
    expect(inOrder([row("a", 1), row("b", 5)], "group", none).map(({ key }) => key)).toEqual(["b", "a"]);
  });
});

describe("a number of a report", () => {
  it("says how many conversations stand behind it", () => {
    const waiting = { ...NO_SPANS, count: 7, median: 20_000 };

    expect(measured("waiting", numbers({ waiting }))).toEqual({ value: 20_000, of: 7 });
    expect(measured("waiting", numbers({}))).toBeUndefined();
    expect(measured("missed", numbers({ asked: 9, missed: 1, abandoned: 2 }))).toEqual({ value: 3, of: 9 });
  });

  it("without a target has no share within it, and without days before no change", () => {
    expect(shareWithin({ ...NO_SPANS, count: 4, withinTarget: 3 })).toBe(0.75);
    expect(shareWithin({ ...NO_SPANS, count: 4 })).toBeUndefined();
    expect(changeOf(12, 10)).toBeCloseTo(0.2);
    expect(changeOf(12, 0)).toBeUndefined();
  });

  it("a scale ends at a round number and begins at zero", () => {
    expect([0, 3, 7, 12, 480, 1000].map(topOf)).toEqual([1, 5, 10, 20, 500, 1000]);
  });
});

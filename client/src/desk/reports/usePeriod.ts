import { useMemo } from "react";
import { useSearchParams } from "wouter";
import type { ReportPeriod } from "../../api/supervising";
import { DIVISIONS, type Division } from "../../wire/report";
import { type Days, dayIn, daysOf, faultOf, PERIODS, type PeriodName } from "./period";

export type ChosenPeriod = {
  name: PeriodName;
  setName: (name: PeriodName) => void;
  /** Chosen days; the name is then `own`. */
  setDays: (days: Days) => void;
  setChannel: (id: string) => void;
  setGroup: (id: string) => void;
  by: Division;
  setBy: (by: Division) => void;
  period: ReportPeriod;
  /** What is wrong with the chosen days. */
  fault: ReturnType<typeof faultOf>;
};

/**
 * The period of a report, its filters and its division. They stand in the page's address, so that they survive a reload
 * and can be sent to a colleague. `zone` is the tenant's time zone; empty until a report names it.
 */
export function usePeriod(zone: string): ChosenPeriod {
  const [params, setParams] = useSearchParams();
  const told = (key: string) => params.get(key) ?? "";
  const change = (wish: Readonly<Record<string, string>>) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [key, value] of Object.entries(wish)) {
          if (value === "") after.delete(key);
          else after.set(key, value);
        }
        return after;
      },
      { replace: true },
    );
  const name = PERIODS.find((one) => one === told("period")) ?? "days7";
  const today = dayIn(zone, Date.now());
  const { from, to } = daysOf(name, today, { from: told("from"), to: told("to") });
  const [channelId, groupId] = [told("channel"), told("group")];
  const period = useMemo(() => ({ from, to, channelId, groupId }), [from, to, channelId, groupId]);
  return {
    name,
    // Choosing own days begins with those that are shown.
    setName: (period) => change({ period, ...(period === "own" ? { from, to } : { from: "", to: "" }) }),
    setDays: (days) => change({ period: "own", ...days }),
    setChannel: (channel) => change({ channel }),
    setGroup: (group) => change({ group }),
    by: DIVISIONS.find((one) => one === told("by")) ?? "day",
    setBy: (by) => change({ by }),
    period,
    fault: faultOf({ from, to }),
  };
}

import { useMemo, useState } from "react";
import type { ReportPeriod } from "../../api/supervising";
import { type Days, dayIn, daysOf, faultOf, type PeriodName } from "./period";

export type ChosenPeriod = {
  name: PeriodName;
  setName: (name: PeriodName) => void;
  /** Chosen days; the name is then `own`. */
  setDays: (days: Days) => void;
  setChannel: (id: string) => void;
  setGroup: (id: string) => void;
  period: ReportPeriod;
  /** What is wrong with the chosen days. */
  fault: ReturnType<typeof faultOf>;
};

/** The period and the filters of a report. `zone` is the tenant's time zone; empty until a report names it. */
export function usePeriod(zone: string): ChosenPeriod {
  const [name, setName] = useState<PeriodName>("days7");
  const [own, setOwn] = useState<Days>({ from: "", to: "" });
  const [channelId, setChannel] = useState("");
  const [groupId, setGroup] = useState("");
  const today = dayIn(zone, Date.now());
  const { from, to } = daysOf(name, today, own);
  const period = useMemo(() => ({ from, to, channelId, groupId }), [from, to, channelId, groupId]);
  return {
    name,
    setName: (next) => {
      // Choosing own days begins with those that are shown.
      if (next === "own") setOwn({ from, to });
      setName(next);
    },
    setDays: (days) => {
      setOwn(days);
      setName("own");
    },
    setChannel,
    setGroup,
    period,
    fault: faultOf({ from, to }),
  };
}

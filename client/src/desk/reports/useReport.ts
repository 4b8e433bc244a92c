import { useEffect, useState } from "react";
import type { ReportPeriod } from "../../api/supervising";
import { useSetAtom } from "../../state/jotai";
import type { Division } from "../../wire/report";
import { type Read, readReportAtom } from "./reports.atoms";

type Held = { read: Read; by: Division };

/** Reads the report of a period; the one before stays until the answer comes, unless it is divided otherwise. */
export function useReport(
  period: ReportPeriod | undefined,
  by: Division,
): { read: Read | undefined; isBusy: boolean; again: () => void } {
  const ask = useSetAtom(readReportAtom);
  const [held, setHeld] = useState<Held>();
  const [isBusy, setBusy] = useState(false);
  const [round, setRound] = useState(0);
  const { from, to, channelId, groupId } = period ?? NOTHING;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round reads again
  useEffect(() => {
    if (from === "") return;
    const leaving = new AbortController();
    setBusy(true);
    const asked = { period: { from, to, channelId, groupId }, by, signal: leaving.signal };
    void ask(asked).then((read) => {
      if (leaving.signal.aborted || !read) return;
      setHeld({ read, by });
      setBusy(false);
    });
    return () => leaving.abort();
  }, [ask, from, to, channelId, groupId, by, round]);
  return {
    read: held?.by === by ? held.read : undefined,
    isBusy,
    again: () => setRound(round + 1),
  };
}

const NOTHING: ReportPeriod = { from: "", to: "", channelId: "", groupId: "" };

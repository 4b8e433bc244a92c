import type { Report } from "../trial/report";

/** Two runs as one report: what was wrong before, what is now. A question that was right is in no list of a run. */
export function compared(earlier: Report, now: Report): Report {
  const was = new Map(earlier.failing.map((one) => [one.id, one]));
  const is = new Map(now.failing.map((one) => [one.id, one]));
  const right = (doc: string) => ({
    verdict: "right" as const,
    kind: doc === "" ? ("unknown" as const) : ("answer" as const),
    doc,
    score: 1,
  });
  const better = [...was.values()]
    .filter((one) => !is.has(one.id))
    .map((one) => ({ ...one, before: one.after, after: right(one.doc) }));
  const worse = [...is.values()]
    .filter((one) => !was.has(one.id))
    .map((one) => ({ ...one, before: right(one.doc) }));
  return {
    ...now,
    rightBefore: earlier.rightAfter,
    better,
    worse,
    betterTotal: better.length,
    worseTotal: worse.length,
  };
}

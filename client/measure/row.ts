/** A row of the table of figures. */
import { test } from "@playwright/test";

/** A share of a sorted list of figures, such as 0.95. */
function shareOf(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Adds a row of many figures: their middle and their 95 %, or a single count. */
export function rowOf(what: string, figures: readonly number[], kind: "p95" | "count", aim: number): void {
  const sorted = figures.toSorted((one, other) => one - other);
  const [middle, most] = [shareOf(sorted, 0.5), shareOf(sorted, 0.95)];
  const missed = most <= aim ? "" : ", **missed**";
  const measured =
    kind === "count" ? middle.toFixed(0) : `p50 ${middle.toFixed(0)} ms, p95 ${most.toFixed(0)} ms`;
  const unit = kind === "count" ? "" : " ms";
  test
    .info()
    .annotations.push({ type: "row", description: `| ${what} | ${measured} | ${aim}${unit}${missed} |` });
}

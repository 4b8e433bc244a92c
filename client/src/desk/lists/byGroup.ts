/** The waiting visitors of one group, longest wait first. */
import type { Row } from "../types";

export type WaitingGroup = { groupId: string; rows: readonly Row[]; oldest: number };

/** Groups waiting visitors. The group whose visitor has waited longest comes first. */
export function byGroup(rows: readonly Row[]): readonly WaitingGroup[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(row.groupId, [...(groups.get(row.groupId) ?? []), row]);
  return [...groups]
    .map(([groupId, own]) => ({ groupId, rows: own, oldest: Math.min(...own.map((row) => row.since)) }))
    .toSorted((one, other) => one.oldest - other.oldest);
}

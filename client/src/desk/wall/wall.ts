/** The wall's rows, joined from answers that have only what changed, and the order in which they need attention. */
import type { Alarm, AlarmKind, WallAgent, WallAnswer, WallGroup, WallStatus } from "../../wire/wall";

export type Wall = {
  version: number;
  /** The server's time of the last answer. */
  at: number;
  /** This page's time of the last answer. */
  heardAt: number;
  groups: readonly WallGroup[];
  agents: readonly WallAgent[];
  today: WallAnswer["today"];
  alarms: readonly Alarm[];
  thresholds: WallAnswer["thresholds"];
};

/** Joins an answer with what was there before. Rows that did not change stay the same values. */
export function joined(before: Wall | undefined, answer: WallAnswer, now: number): Wall {
  const known = answer.isWhole ? undefined : before;
  return {
    version: answer.version,
    at: answer.at,
    heardAt: now,
    groups: rows(known?.groups ?? [], answer.groups, answer.goneGroups),
    agents: rows(known?.agents ?? [], answer.agents, answer.goneAgents),
    today: answer.today,
    alarms: answer.alarms,
    thresholds: answer.thresholds,
  };
}

function rows<R extends { id: string }>(
  before: readonly R[],
  changed: readonly R[],
  gone: readonly string[],
) {
  if (changed.length === 0 && gone.length === 0) return before;
  const byId = new Map(before.map((row) => [row.id, row]));
  for (const id of gone) byId.delete(id);
  for (const row of changed) byId.set(row.id, row);
  return [...byId.values()];
}

/** The server's time now, from the time that passed on this device since its answer. */
export function serverNow(wall: Wall, now: number): number {
  return wall.at + Math.max(0, now - wall.heardAt);
}

const STATUS_ORDER: readonly WallStatus[] = ["away", "online", "busy", "offline"];

/** Agents who may need help come first: away with conversations, then full, then by load. Offline ones are last. */
export function byNeed(agents: readonly WallAgent[]): readonly WallAgent[] {
  return agents.toSorted(
    (one, other) =>
      need(other) - need(one) || one.name.localeCompare(other.name) || (one.id < other.id ? -1 : 1),
  );
}

function need({ status, conversations, capacity }: WallAgent): number {
  if (status === "offline") return conversations > 0 ? 5 : -1;
  if (status === "away" && conversations > 0) return 4;
  const load = capacity > 0 ? conversations / capacity : 0;
  return (load >= 1 ? 2 : load) + (STATUS_ORDER.length - STATUS_ORDER.indexOf(status)) / 10;
}

/** Later than any wait began. */
const NOBODY = Number.MAX_SAFE_INTEGER;

/** Groups with the longest wait first, then by name. */
export function byWait(groups: readonly WallGroup[]): readonly WallGroup[] {
  return groups.toSorted(
    (one, other) =>
      (one.oldestSince ?? NOBODY) - (other.oldestSince ?? NOBODY) || one.name.localeCompare(other.name),
  );
}

/** Which alarms there are for a group. */
export function alarmsOf(alarms: readonly Alarm[], groupId: string): ReadonlySet<AlarmKind> {
  return new Set(alarms.filter((one) => one.groupId === groupId).map(({ kind }) => kind));
}

/** The oldest wait of all groups, in milliseconds; 0 if nobody waits. */
export function longestWait(wall: Wall, now: number): number {
  const since = Math.min(...wall.groups.map((group) => group.oldestSince ?? Infinity));
  return Number.isFinite(since) ? Math.max(0, serverNow(wall, now) - since) : 0;
}

/** Whether an alarm is one that cannot wait. */
export function isRed(kind: AlarmKind): boolean {
  return kind === "noAgent" || kind === "oldestWait";
}

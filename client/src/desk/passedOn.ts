/** Why an agent lost a visitor who did not leave: the conversation went to a colleague or back to the queue. */
import type { AgentStatus } from "../wire/account";
import type { EndReason } from "../wire/agent";
import type { Duty } from "../wire/duty";

/** Which time the agent let pass. */
export type Missed = "notAccepted" | "notAnswered";
/** Why the conversation is no longer the agent's. */
export type PassedOn = Missed | "passedOn" | "wentOffline";
/** Why a row of the agent's list has ended. */
export type RowEnd = Exclude<EndReason, "passedOn"> | PassedOn;

/** How far this device's clock may be behind the server's. */
const CLOCK_DRIFT_MS = 2_000;

type Owed = Pick<Duty, "acceptBy" | "answerBy"> | undefined;

/** Returns which time of what the agent owed is over; undefined if none is. */
export function missedOf(duty: Owed, now: number): Missed | undefined {
  const isOver = (by: number | undefined) => by !== undefined && now >= by - CLOCK_DRIFT_MS;
  if (isOver(duty?.acceptBy)) return "notAccepted";
  return isOver(duty?.answerBy) ? "notAnswered" : undefined;
}

/**
 * Returns what the agent let pass. The event itself does not say it, so that without a time that is over or the status
 * offline the reason stays open. `missed` is the time before the one that is due: the server begins a time anew before it
 * looks for another agent.
 */
export function whyPassedOn(
  { duty, missed }: { duty: Owed; missed?: Missed | undefined },
  status: AgentStatus,
  now: number,
): PassedOn {
  if (status === "offline") return "wentOffline";
  return missedOf(duty, now) ?? missed ?? "passedOn";
}

/** Whether the conversation goes on with somebody else. */
export function isPassedOn(end: RowEnd): end is PassedOn {
  return end === "passedOn" || end === "notAccepted" || end === "notAnswered" || end === "wentOffline";
}

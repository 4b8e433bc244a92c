/** Why an agent lost a visitor who did not leave: the conversation went to a colleague or back to the queue. */
import type { AgentStatus } from "../wire/account";
import type { EndReason } from "../wire/agent";
import type { Duty } from "../wire/duty";

/** Why the conversation is no longer the agent's. */
export type PassedOn = "passedOn" | "notAccepted" | "notAnswered" | "wentOffline";
/** Why a row of the agent's list has ended. */
export type RowEnd = Exclude<EndReason, "passedOn"> | PassedOn;

/** How far this device's clock may be behind the server's. */
const CLOCK_DRIFT_MS = 2_000;

/**
 * Returns what the agent let pass, from what they owed until when. The event itself does not say it, so that without a
 * passed time or the status offline the reason stays open.
 */
export function whyPassedOn(
  duty: Pick<Duty, "acceptBy" | "answerBy"> | undefined,
  status: AgentStatus,
  now: number,
): PassedOn {
  const isOver = (by: number | undefined) => by !== undefined && now >= by - CLOCK_DRIFT_MS;
  if (status === "offline") return "wentOffline";
  if (isOver(duty?.acceptBy)) return "notAccepted";
  return isOver(duty?.answerBy) ? "notAnswered" : "passedOn";
}

/** Whether the conversation goes on with somebody else. */
export function isPassedOn(end: RowEnd): end is PassedOn {
  return end === "passedOn" || end === "notAccepted" || end === "notAnswered" || end === "wentOffline";
}

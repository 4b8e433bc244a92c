/** Asks for an agent, and leaves the queue: Protocol, 'transferAgent'. */
import { ApiError } from "../api/http";
import { groupFor } from "../conversation/transferRules";
import type { TransferOccasion, Visit } from "./visit";

/** Asks for an agent; true if the visitor is connected or queued. */
export async function transfer(visit: Visit, occasion: TransferOccasion = "visitor"): Promise<boolean> {
  if (visit.conversation().isTransferring) return false;
  const groupId = await groupOf(visit);
  if (groupId === undefined) return false;
  visit.change({ kind: "transferStarted" });
  try {
    const transferred = await visit.api.transfer(visit.who.userId, groupId, visit.query.adminId);
    visit.change({ kind: "transferred", transferred });
    if (transferred.result === "noAgent") visit.onNoAgent(occasion);
    return transferred.result === "connected" || transferred.result === "queued";
  } catch (cause) {
    visit.change({ kind: "transferEnded" });
    tell(visit, cause);
    return false;
  }
}

export async function leaveQueue(visit: Visit): Promise<void> {
  try {
    await visit.api.leaveQueue(visit.who.userId);
    visit.change({ kind: "queueLeft" });
  } catch (cause) {
    tell(visit, cause);
  }
}

async function groupOf(visit: Visit): Promise<string | undefined> {
  if (visit.query.groupId !== "") return visit.query.groupId;
  const group = groupFor(visit.channel);
  switch (group.kind) {
    case "any":
      return "";
    case "one":
      return group.groupId;
    case "pick":
      return visit.pickGroup();
    case "none":
      visit.change({ kind: "noted", lineKey: "no_agent_online", now: visit.clock.now() });
      return undefined;
    default:
      return group satisfies never;
  }
}

/** Shows an error if the server is not reached or busy. `opened` has already reported a 401 and a 500. */
export function tell(visit: Visit, cause: unknown): void {
  if (!(cause instanceof ApiError)) throw cause;
  if (cause.kind === "unreachable" || cause.kind === "unavailable" || cause.kind === "tooMany") {
    visit.onUnreachable();
  }
}

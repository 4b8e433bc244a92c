/** Whether the chat may be rated: Protocol, 'Ratings'. */
import { ApiError } from "../api/http";
import type { Visit } from "./visit";

/** Asks the server whether this chat may be rated at the moment. */
export async function lookAtEvaluation(visit: Visit): Promise<void> {
  try {
    const { isAllowed, isEvaluated } = await visit.api.evaluationState(visit.who.userId);
    visit.change({ kind: "evaluationAllowed", isAllowed, isDone: isEvaluated });
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
  }
}

/** Protocol, 'Ratings': a rating comes after the consultation. If it is too early or already done, adds a line. */
export async function mayEvaluate(visit: Visit): Promise<boolean> {
  await lookAtEvaluation(visit);
  const { evaluation, phase } = visit.conversation();
  if (evaluation.isAllowed && !evaluation.isDone) return true;
  const isEarly = phase !== "ended" && !evaluation.isDone;
  const lineKey = isEarly ? "evaluation_after" : "evaluation_over";
  visit.change({ kind: "noted", lineKey, now: visit.clock.now() });
  return false;
}

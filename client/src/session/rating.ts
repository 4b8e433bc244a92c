/** Rating the chat: whether it may be, and that it was. Spec §4. */
import { ApiError } from "../api/http";
import type { Rating } from "../api/visitor";
import { tell } from "./transfer";
import type { Visit } from "./visit";

/** Asks the server whether this chat may be rated at this moment. */
export async function lookAtEvaluation(visit: Visit): Promise<void> {
  try {
    const { isAllowed, isEvaluated } = await visit.api.evaluationState(visit.who.userId);
    visit.change({ kind: "evaluationAllowed", isAllowed, isDone: isEvaluated });
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
  }
}

/** Spec §4: a rating comes after the consultation; before it, and after another one, a note takes its place. */
export async function mayEvaluate(visit: Visit): Promise<boolean> {
  await lookAtEvaluation(visit);
  const { evaluation, phase } = visit.conversation();
  if (evaluation.isAllowed && !evaluation.isDone) return true;
  const isEarly = phase !== "ended" && !evaluation.isDone;
  const lineKey = isEarly ? "evaluation_after" : "evaluation_over";
  visit.change({ kind: "noted", lineKey, now: visit.clock.now() });
  return false;
}

/** Rates it; false when the server was not reached. */
export async function evaluate(visit: Visit, rating: Omit<Rating, "id">): Promise<boolean> {
  try {
    await visit.api.evaluate(visit.who.userId, { ...rating, id: visit.newId() });
    visit.change({ kind: "evaluated" });
    visit.change({ kind: "noted", lineKey: "evaluated_thanks", now: visit.clock.now() });
    return true;
  } catch (cause) {
    if (cause instanceof ApiError && cause.kind === "conflict") {
      visit.change({ kind: "evaluationAllowed", isAllowed: false, isDone: true });
      visit.change({ kind: "noted", lineKey: "evaluation_over", now: visit.clock.now() });
      return true;
    }
    tell(visit, cause);
    return false;
  }
}

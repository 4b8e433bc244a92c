/** Ratings of answers and of the chat; this code is loaded with the first one. Protocol, 'Ratings'. */
import { ApiError } from "../api/http";
import type { Rating } from "../api/visitor";
import { tell } from "./transfer";
import type { Visit } from "./visit";

/** Rates an answer. The rating is shown at once and removed if the call fails. */
export async function rateAnswer(visit: Visit, messageId: string, isUseful: boolean): Promise<void> {
  const entry = visit.conversation().entries.find((each) => each.id === messageId);
  // A rating is final.
  if (entry?.content.kind !== "answer" || entry.feedback) return;
  visit.change({ kind: "rated", messageId, feedback: isUseful ? "up" : "down" });
  const { robotNo, tenantId } = visit.channel;
  const about = {
    docId: entry.content.docId,
    robotNo,
    tenantId,
    sessionId: entry.sessionId,
    msgId: messageId,
  };
  try {
    await visit.api.rateAnswer(visit.who.userId, about, isUseful);
  } catch (cause) {
    if (cause instanceof ApiError && cause.kind === "conflict") return;
    visit.change({ kind: "rated", messageId, feedback: undefined });
    tell(visit, cause);
  }
}

/** Rates the chat; false if the call failed. */
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

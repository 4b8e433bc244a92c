/** Whether an answer helped: shown at once, taken back where it could not be told. Spec §4, Contract §4. */
import { ApiError } from "../api/http";
import { tell } from "./transfer";
import type { Visit } from "./visit";

export async function rateAnswer(visit: Visit, messageId: string, isUseful: boolean): Promise<void> {
  const entry = visit.conversation().entries.find((each) => each.id === messageId);
  // Said once, it stands.
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

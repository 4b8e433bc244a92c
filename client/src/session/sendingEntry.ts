import { timeOfNew, visitorEntry } from "../conversation/entries";
import type { Entry } from "../conversation/types";
import type { Visit } from "./visit";

/** A message that is being sent. */
export function sendingEntry(visit: Visit, key: string, content: Entry["content"]): Entry {
  const { sessionId, entries } = visit.conversation();
  const at = timeOfNew(entries, visit.clock.now() + visit.serverAheadMs);
  return visitorEntry({ key, sessionId, at, delivery: "sending", content });
}

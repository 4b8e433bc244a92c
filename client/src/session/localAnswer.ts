/** A question of the quick menu with a written answer: Protocol, 'Configuration', menuType 7. Nothing of it reaches the server. */
import { timeOfNew } from "../conversation/entries";
import type { Entry } from "../conversation/types";
import type { Visit } from "./visit";

/** Protocol, 'Times of the pages': the answer waits as if somebody thought about it. */
const ANSWER_DELAY_MS = 200;
/** Protocol, 'Times of the pages': so long after the question the list goes to its end, when what the answer shows has its size. */
const SCROLL_DELAY_MS = 500;

export async function answerLocally(
  visit: Visit,
  question: string,
  answer: string,
  over: AbortSignal,
): Promise<void> {
  const { sessionId } = visit.conversation();
  say(visit, { sender: "visitor", senderName: "", face: "", content: { kind: "text", text: question } });
  await visit.clock.sleep(ANSWER_DELAY_MS, over);
  if (over.aborted || visit.conversation().sessionId !== sessionId) return;
  const { robotName, robotIcon } = visit.channel;
  const content = { kind: "richText" as const, html: answer };
  say(visit, { sender: "robot", senderName: robotName, face: robotIcon, content });
  await visit.clock.sleep(SCROLL_DELAY_MS - ANSWER_DELAY_MS, over);
  if (!over.aborted) visit.change({ kind: "endSought" });
}

function say(visit: Visit, said: Pick<Entry, "sender" | "senderName" | "face" | "content">): void {
  const { sessionId, entries } = visit.conversation();
  const at = timeOfNew(entries, visit.clock.now() + visit.serverAheadMs);
  const key = visit.newId();
  visit.change({
    kind: "written",
    entry: { ...said, key, id: "", sessionId, at, isRecalled: false, delivery: "sent" },
  });
}

/** A question of the quick menu with a fixed answer, without the server: Protocol, 'Configuration', menuType 7. */
import { timeOfNew } from "../conversation/entries";
import type { Entry } from "../conversation/types";
import type { Visit } from "./visit";

/** Protocol, 'Times of the pages': the delay of the answer after the question. */
const ANSWER_DELAY_MS = 200;
/** Protocol, 'Times of the pages': time from the question to the scroll; by then the answer has its final size. */
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

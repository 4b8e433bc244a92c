/** What of a message stands above the one that answers it: Protocol, 'Message fields', replyMsg. */
import type { Entry } from "../conversation/types";
import type { Quote } from "../wire/message";

/** Nothing where there is nothing to answer: a line of the system, a note, what is not stored or was withdrawn. */
export function quoteOf({ id, sender, senderName, isRecalled, isNote, content }: Entry): Quote | undefined {
  const isSaid = !isNote && content.kind !== "line" && content.kind !== "agentCard";
  if (!isSaid || id === "" || isRecalled) return undefined;
  return { messageId: id, sender, senderName, isRecalled, content };
}

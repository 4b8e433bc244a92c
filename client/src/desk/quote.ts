/** Builds the quote shown above an answer: Protocol, 'Message fields', replyMsg. */
import type { Entry } from "../conversation/types";
import type { Quote } from "../wire/message";

/** Returns undefined if a message cannot be answered: a system line, a note, an unstored or a recalled message. */
export function quoteOf({ id, sender, senderName, isRecalled, isNote, content }: Entry): Quote | undefined {
  const isSaid = !isNote && content.kind !== "line" && content.kind !== "agentCard";
  if (!isSaid || id === "" || isRecalled) return undefined;
  return { messageId: id, sender, senderName, isRecalled, content };
}

/** What is new for somebody who cannot see it. Each function compares what was there with what is there. */
import type { Entry } from "../../conversation/types";
import type { Row } from "../types";

/** The keys of an open conversation's messages that were there or have been announced. */
export type Heard = { userId: string; keys: ReadonlySet<string> };

/**
 * Returns the messages that came since, without the agent's own and without older ones that were loaded. `before` is
 * undefined if the conversation has just been opened: nothing in it is new.
 */
export function newMessages(
  before: Heard | undefined,
  entries: readonly Entry[],
  ownName: string,
): readonly Entry[] {
  if (!before) return [];
  const last = entries.findLastIndex(({ key }) => before.keys.has(key));
  // Nothing that was known is left: the conversation was read again.
  if (last < 0 && before.keys.size > 0) return [];
  return entries.slice(last + 1).filter((entry) => isNews(entry, ownName));
}

function isNews({ sender, senderName, delivery, isRecalled, content }: Entry, ownName: string): boolean {
  if (delivery !== "sent" || isRecalled || content.kind === "agentCard") return false;
  return sender !== "agent" || senderName !== ownName;
}

/** Returns who is new among the waiting visitors. */
export function newlyWaiting<R extends Pick<Row, "userId">>(
  before: ReadonlySet<string> | undefined,
  rows: readonly R[],
): readonly R[] {
  return before ? rows.filter(({ userId }) => !before.has(userId)) : [];
}

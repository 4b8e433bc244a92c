/** Opens a chat: chatStart, and everything before the first poll. Protocol, 'Polling' and 'Cursors'. */
import { ApiError } from "../api/http";
import { greet } from "./greet";
import { cursorAfter, loadNewest, readBackTo } from "./history";
import { keepIdentity } from "./identity";
import { introduction } from "./introduce";
import type { Outbox } from "./outbox";
import { lookAtEvaluation } from "./rating";
import { offeredCard, showCard } from "./showing";
import type { Visit } from "./visit";

/**
 * Runs chatStart, then loads the newest history, missed and unsent messages, and begins the chat. If `signal` aborts,
 * because the chat was started anew, it stops and returns undefined.
 */
export async function open(
  visit: Visit,
  outbox: Outbox,
  signal: AbortSignal,
): Promise<{ cursor: number; epoch: string } | undefined> {
  const asked = visit.query;
  const started = await visit.api.chatStart(introduction(visit), { signal });
  if (signal.aborted) return undefined;
  visit.introduced = asked;
  const { userId, token, pollId } = started;
  const isOtherVisitor = visit.who.userId !== "" && visit.who.userId !== userId;
  Object.assign(visit.who, { userId, token, pollId });
  if (isOtherVisitor) visit.hasTakenUpUnsent = false;
  visit.serverAheadMs = started.serverTime === 0 ? 0 : started.serverTime - visit.clock.now();
  keepIdentity(visit.keeper, visit.channel.tenantId, { userId, token }, visit.clock.now());

  // If the visitor is another one, this change clears the page.
  visit.change({ kind: "started", started, isOtherVisitor });
  const page = visit.channel.historyHideFlag ? undefined : await loadNewest(visit, signal);
  if (signal.aborted) return undefined;
  if (!page) visit.change({ kind: "historyHidden" });
  if (started.offline > 0 || started.phase === "ended") {
    const messages = await visit.api.offlineMessages(userId, pollId);
    const [first] = messages;
    if (page && first) await readBackTo(visit, first.at);
    if (signal.aborted) return undefined;
    visit.change({ kind: "missed", messages });
  }
  await outbox.takeUp();
  if (signal.aborted) return undefined;
  if (!visit.outlivesPage && visit.query.userHash === "") {
    // A visitor with a userHash needs no storage: the host page identifies them again.
    visit.change({ kind: "noted", lineKey: "chat_not_kept", now: visit.clock.now() });
  }
  const card = offeredCard(visit);
  if (card) showCard(visit, card);
  void greet(visit, signal);
  if (started.phase === "manual") void meetAgent(visit);
  if (started.phase === "ended") void lookAtEvaluation(visit);
  return { cursor: cursorAfter(page, started.sessionId), epoch: started.epoch };
}

/** Loads the card of the visitor's agent. */
export async function meetAgent(visit: Visit): Promise<void> {
  try {
    visit.change({ kind: "agentKnown", card: await visit.api.agentCard(visit.who.userId) });
  } catch (cause) {
    // The card is optional: the event already gave the agent's name.
    if (!(cause instanceof ApiError)) throw cause;
  }
}

/** Whether a failed start is worth a retry. */
export function isWorthTrying({ kind }: ApiError): boolean {
  return ["unreachable", "unavailable", "tooMany", "broken", "unreadable"].includes(kind);
}

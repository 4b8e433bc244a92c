/** Loads the history: the newest page, older pages, gaps in the log, and the way back to one message. */
import type { HistoryPage } from "../wire/session";
import { tell } from "./transfer";
import type { Visit } from "./visit";

/** Limit of history pages read in one operation: at most a thousand messages. */
const PAGES_MAX = 50;

/** The message is in the list, is not in the history, or the server was not reached, which the visitor was shown. */
export type Reached = "there" | "gone" | "unreachable";

/**
 * Loads the newest page into the conversation. If the page already shows messages, it loads everything since them, so
 * that no gap is left. Returns the newest page.
 */
export async function loadNewest(
  visit: Visit,
  signal?: AbortSignal,
  hasHole = false,
): Promise<HistoryPage | undefined> {
  const { entries, sessionId } = visit.conversation();
  const known = new Set(entries.flatMap(({ id, seq }) => (seq === undefined ? [] : [id])));
  // An unannounced gap is a server error, so the page reports it.
  const newest = await visit.api.history(visit.who.userId, 0, hasHole);
  let { messages, before, hasOlder } = newest;
  let joins = messages.some(({ id }) => known.has(id));
  for (let pages = 1; known.size > 0 && !joins && hasOlder && pages < PAGES_MAX; pages += 1) {
    if (signal?.aborted) return undefined;
    const page = await visit.api.history(visit.who.userId, before);
    hasOlder = page.hasOlder;
    joins = page.messages.some(({ id }) => known.has(id));
    messages = [...page.messages, ...messages];
    before = page.before;
  }
  if (signal?.aborted) return undefined;
  if (visit.channel.historyHideFlag) {
    // Only the messages of this session are shown.
    messages = messages.filter((message) => message.sessionId === sessionId);
    hasOlder = false;
  }
  visit.change({ kind: "historyLoaded", page: { messages, before, hasOlder }, joins });
  return newest;
}

/** Loads older pages back to a time, so that missed messages appear in their context. */
export async function readBackTo(visit: Visit, at: number): Promise<void> {
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const { entries, older, olderBefore } = visit.conversation();
    const oldest = entries.find(({ seq }) => seq !== undefined);
    if (older !== "idle" || !oldest || oldest.at <= at) return;
    await loadOlder(visit);
    if (visit.conversation().olderBefore === olderBefore) return;
  }
}

/** Loads the next older page. */
export async function loadOlder(visit: Visit): Promise<void> {
  const { older, olderBefore } = visit.conversation();
  if (older !== "idle" || visit.who.userId === "") return;
  visit.change({ kind: "olderAsked" });
  try {
    const page = await visit.api.history(visit.who.userId, olderBefore);
    visit.change({ kind: "olderLoaded", page });
  } catch (cause) {
    visit.change({ kind: "olderFailed" });
    tell(visit, cause);
  }
}

/** Loads older pages until the message is in the list; `readOlder` loads one page. */
export async function reach(
  visit: Visit,
  messageId: string,
  readOlder: () => Promise<void>,
): Promise<Reached> {
  for (let pages = 0; ; pages += 1) {
    const { entries, older, olderBefore } = visit.conversation();
    if (entries.some(({ id }) => id === messageId)) return "there";
    if (older === "end" || pages >= PAGES_MAX) return "gone";
    await readOlder();
    const next = visit.conversation();
    if (next.older !== "end" && next.olderBefore === olderBefore) return "unreachable";
  }
}

/** The cursor at which the poll continues after the history. */
export function cursorAfter(newest: HistoryPage | undefined, sessionId: string): number {
  const seqs =
    newest?.messages.map((message) => (message.sessionId === sessionId ? (message.seq ?? 0) : 0)) ?? [];
  return Math.max(0, ...seqs);
}

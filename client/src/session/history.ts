/** What was said before: older pages, holes in the log, and the way back to one message. */
import type { HistoryPage } from "../wire/session";
import { tell } from "./transfer";
import type { Visit } from "./visit";

/** How many pages of the history are read at one time: at most a thousand messages. */
const PAGES_MAX = 50;

/** It stands in the conversation, it is not in the history, or the server was not reached on the way (which was told). */
export type Reached = "there" | "gone" | "unreachable";

/**
 * The newest of the history into the conversation; on a page that shows some of it already, all that was said since,
 * so that no hole is left. Answers the newest page.
 */
export async function loadNewest(
  visit: Visit,
  signal?: AbortSignal,
  hasHole = false,
): Promise<HistoryPage | undefined> {
  const { entries, sessionId } = visit.conversation();
  const known = new Set(entries.flatMap(({ id, seq }) => (seq === undefined ? [] : [id])));
  // A hole is told to the server, whose fault it is.
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
    // What belongs to this chat comes back alone.
    messages = messages.filter((message) => message.sessionId === sessionId);
    hasOlder = false;
  }
  visit.change({ kind: "historyLoaded", page: { messages, before, hasOlder }, joins });
  return newest;
}

/** Reads back to a time, so that what is put there stands among what was said around it. */
export async function readBackTo(visit: Visit, at: number): Promise<void> {
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const { entries, older, olderBefore } = visit.conversation();
    const oldest = entries.find(({ seq }) => seq !== undefined);
    if (older !== "idle" || !oldest || oldest.at <= at) return;
    await loadOlder(visit);
    if (visit.conversation().olderBefore === olderBefore) return;
  }
}

/** The page before what is there. */
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

/** Reads back until a message is there; `readOlder` reads one page. */
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

/** The poll takes over where the history ends. */
export function cursorAfter(newest: HistoryPage | undefined, sessionId: string): number {
  const seqs =
    newest?.messages.map((message) => (message.sessionId === sessionId ? (message.seq ?? 0) : 0)) ?? [];
  return Math.max(0, ...seqs);
}

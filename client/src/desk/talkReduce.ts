/** Applies a change to one visitor's messages. Pure, as the rest of the desk's state (deskReduce.ts). */
import { alter, deliver, entryOf, insert, prepend, withdrawn, withoutQuoted } from "../conversation/entries";
import type { Delivery, Entry } from "../conversation/types";
import type { HistoryPage, Sent } from "../wire/session";
import type { Talk } from "./types";

/** A change of one visitor's messages. */
export type TalkChange = { userId: string } & (
  | { kind: "olderAsked" }
  | { kind: "olderFailed" }
  | { kind: "historyRead"; page: HistoryPage; isNewest: boolean }
  | { kind: "wrote"; entry: Entry }
  | { kind: "progressed"; key: string; share: number }
  | { kind: "uploaded"; key: string; url: string }
  | { kind: "delivering"; key: string; delivery: Delivery }
  | { kind: "sent"; key: string; answer: Sent }
  /** The agent discards an unsent message. */
  | { kind: "discarded"; key: string }
  /** The visitor has read a session's log up to this position. */
  | { kind: "readKnown"; sessionId: string; upTo: number }
);

/**
 * Returns the newest position of a session's log in a talk: the agent has seen everything up to it. A talk shows all
 * sessions of a visitor, and each has its own positions (Protocol, 'Delivery').
 */
export function newestSeq(talk: Talk, sessionId: string): number {
  return talk.entries.findLast((one) => one.sessionId === sessionId && one.seq !== undefined)?.seq ?? 0;
}

/** Whether the visitor has read a message. */
export function isRead(talk: Talk, { sessionId, seq }: Entry): boolean {
  return seq !== undefined && seq <= (talk.readUpTo[sessionId] ?? 0);
}

/** `sessionId` is the visitor's current session; empty if this page does not know it. */
export function talkAfter(talk: Talk, change: TalkChange, sessionId: string): Talk {
  switch (change.kind) {
    case "olderAsked":
      return { ...talk, older: "loading", hasFailed: false };
    case "olderFailed":
      return { ...talk, older: "idle", hasFailed: true };
    case "historyRead":
      return change.isNewest ? withNewest(talk, change.page) : withOlder(talk, change.page);
    case "wrote":
      return { ...talk, entries: [...talk.entries, change.entry] };
    case "progressed":
      return altered(talk, change.key, (entry) => ({ ...entry, progress: change.share }));
    case "uploaded":
      return altered(talk, change.key, (entry) =>
        "fileName" in entry.content ? { ...entry, content: { ...entry.content, url: change.url } } : entry,
      );
    case "delivering":
      return { ...talk, entries: deliver(talk.entries, change.key, change.delivery) };
    case "discarded":
      return { ...talk, entries: talk.entries.filter(({ key }) => key !== change.key) };
    case "sent":
      return withSent(talk, change.key, change.answer, sessionId);
    case "readKnown":
      return withRead(talk, change.sessionId, change.upTo);
    default:
      return change satisfies never;
  }
}

function altered(talk: Talk, key: string, change: (entry: Entry) => Entry): Talk {
  return { ...talk, entries: alter(talk.entries, key, change) };
}

/**
 * Merges the newest page with the loaded messages if they overlap. Otherwise messages between them may be missing, so
 * only unsent messages and those newer than the page stay.
 */
function withNewest(talk: Talk, page: HistoryPage): Talk {
  const inPage = new Set(page.messages.map((message) => message.id));
  const newest = page.messages.at(-1)?.at ?? 0;
  const isJoined = talk.entries.some((entry) => inPage.has(entry.id));
  const kept = talk.entries.filter((entry) => isJoined || entry.delivery !== "sent" || entry.at > newest);
  return {
    ...talk,
    ...(isJoined && talk.olderBefore !== 0 ? {} : olderAfter(page)),
    entries: insert(kept, page.messages.map(entryOf)),
    isLoaded: true,
    hasFailed: false,
  };
}

function withOlder(talk: Talk, page: HistoryPage): Talk {
  return {
    ...talk,
    entries: prepend(talk.entries, page.messages.map(entryOf)),
    ...olderAfter(page),
    hasFailed: false,
  };
}

function olderAfter(page: HistoryPage): Pick<Talk, "older" | "olderBefore"> {
  return { older: page.hasOlder ? "idle" : "end", olderBefore: page.before };
}

function withSent(talk: Talk, key: string, answer: Sent, sessionId: string): Talk {
  const entry = talk.entries.find((one) => one.key === key);
  if (!entry || entry.delivery === "sent") return talk;
  const { progress: _, ...confirmed } = entry;
  const { messageId: id, at, seq } = answer;
  // The message belongs to the session that accepted it. That is another one if its first session had ended.
  const session = sessionId === "" ? {} : { sessionId };
  return {
    ...talk,
    entries: insert(talk.entries, [{ ...confirmed, ...session, id, at, seq, delivery: "sent" }]),
  };
}

export function withRead(talk: Talk, sessionId: string, upTo: number): Talk {
  const before = talk.readUpTo[sessionId] ?? 0;
  return { ...talk, readUpTo: { ...talk.readUpTo, [sessionId]: Math.max(before, upTo) } };
}

export function withWithdrawn(talk: Talk, messageId: string): Talk {
  const entry = talk.entries.find((one) => one.id === messageId);
  // Quotes in other messages lose the text too.
  const entries = talk.entries.map((one) => withoutQuoted(one, messageId));
  return { ...talk, entries: entry ? alter(entries, entry.key, withdrawn) : entries };
}

/**
 * The list of a conversation. The server's times rise strictly within a visitor (Contract §4), so the log's
 * order is the order of times; what is on its way stands last, what was refused stays where it was written.
 */
import type { Message } from "../wire/message";
import type { Delivery, Entry } from "./types";

export function entryOf(message: Message): Entry {
  return {
    key: message.clientId ?? message.id,
    id: message.id,
    sessionId: message.sessionId,
    sender: message.sender,
    senderName: message.senderName,
    face: message.face,
    at: message.at,
    isRecalled: message.isRecalled,
    delivery: "sent",
    content: message.content,
  };
}

/** Puts confirmed entries where they belong; one that is there already, by id or by the page's own id, is replaced. */
export function place(entries: readonly Entry[], confirmed: readonly Entry[]): readonly Entry[] {
  if (confirmed.length === 0) return entries;
  const keys = new Set(confirmed.map((entry) => entry.key));
  const ids = new Set(confirmed.map((entry) => entry.id));
  const kept = entries.filter((entry) => !keys.has(entry.key) && (entry.id === "" || !ids.has(entry.id)));
  const placed = [...kept];
  for (const entry of confirmed) {
    let at = placed.length;
    while (at > 0 && comesAfter(placed[at - 1], entry)) at -= 1;
    placed.splice(at, 0, entry);
  }
  return placed;
}

/** A time for what is written now: by the server's clock, and after everything that is there. */
export function timeOfNew(entries: readonly Entry[], now: number): number {
  return Math.max(now, (entries.at(-1)?.at ?? 0) + 1);
}

/** An older page in front: much cheaper than placing each. */
export function prepend(entries: readonly Entry[], older: readonly Entry[]): readonly Entry[] {
  const known = new Set(entries.map((entry) => entry.id));
  return [...older.filter((entry) => !known.has(entry.id)), ...entries];
}

/** Changes the entry under `key`, if it is there. */
export function alter(
  entries: readonly Entry[],
  key: string,
  change: (entry: Entry) => Entry,
): readonly Entry[] {
  const at = entries.findLastIndex((entry) => entry.key === key);
  const entry = entries[at];
  return entry ? entries.with(at, change(entry)) : entries;
}

export function deliver(entries: readonly Entry[], key: string, delivery: Delivery): readonly Entry[] {
  return alter(entries, key, (entry) => (entry.delivery === "sent" ? entry : { ...entry, delivery }));
}

/** A recalled message leaves its place and nothing of its text. */
export function withdrawn(entry: Entry): Entry {
  return { ...entry, isRecalled: true, content: { kind: "text", text: "" } };
}

function comesAfter(standing: Entry | undefined, entry: Entry): boolean {
  if (standing === undefined) return false;
  return standing.delivery === "sending" || standing.delivery === "waiting" || standing.at > entry.at;
}

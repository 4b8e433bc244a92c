/**
 * The list of a conversation. The server's times rise strictly within a visitor (Protocol, 'History'), so the log's
 * order is the order of times; what is on its way stands last, what was refused stays where it was written.
 */
import type { Message } from "../wire/message";
import type { Delivery, Entry } from "./types";

export function entryOf(message: Message): Entry {
  return {
    key: message.clientId ?? message.id,
    id: message.id,
    sessionId: message.sessionId,
    ...(message.seq === undefined ? {} : { seq: message.seq }),
    sender: message.sender,
    senderName: message.senderName,
    face: message.face,
    at: message.at,
    isRecalled: message.isRecalled,
    delivery: "sent",
    content: shown(message),
    ...(message.quote ? { quote: message.quote } : {}),
    ...(message.feedback ? { feedback: message.feedback } : {}),
    ...(message.isGrowing ? { isGrowing: true } : {}),
    ...(message.isNote ? { isNote: true } : {}),
  };
}

/**
 * Puts confirmed entries where they belong. One that is there already, by its place in the log, its id or the
 * page's own id, is replaced; and so is a note of the page's own by the server's line of the same key.
 */
export function place(entries: readonly Entry[], confirmed: readonly Entry[]): readonly Entry[] {
  if (confirmed.length === 0) return entries;
  const coming = new Set(confirmed.flatMap((entry) => [...names(entry), ...noteOf(entry)]));
  const cards = new Set(entries.filter((entry) => entry.content.kind === "agentCard").flatMap(names));
  const placed = entries.filter(
    (entry) => entry.content.kind === "agentCard" || !names(entry).some((name) => coming.has(name)),
  );
  for (const entry of confirmed) {
    // A card that stands knows more about the agent than the line of a history.
    if (names(entry).some((name) => cards.has(name))) continue;
    let at = placed.length;
    while (at > 0 && comesAfter(placed[at - 1], entry)) at -= 1;
    placed.splice(at, 0, entry);
  }
  return placed;
}

/** A reply that is being written stands last, wherever its place will be; the whole of it is placed by the log. */
export function grow(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  const at = entries.findLastIndex((each) => each.id === entry.id);
  const standing = entries[at];
  // What is whole already does not shrink to a part that came late.
  if (standing) return standing.isGrowing ? entries.with(at, { ...entry, at: standing.at }) : entries;
  return [...entries, { ...entry, at: timeOfNew(entries, entry.at) }];
}

/** A time for what is written now: by the server's clock, and after everything that is there. */
export function timeOfNew(entries: readonly Entry[], now: number): number {
  return Math.max(now, (entries.at(-1)?.at ?? 0) + 1);
}

/** An older page in front: much cheaper than placing each, which is done where something older is there already. */
export function prepend(entries: readonly Entry[], older: readonly Entry[]): readonly Entry[] {
  const known = new Set(entries.flatMap(names));
  const fresh = older.filter((entry) => !names(entry).some((name) => known.has(name)));
  const [oldest] = entries;
  const isBefore = !oldest || (fresh.at(-1)?.at ?? 0) <= oldest.at;
  return isBefore ? [...fresh, ...entries] : place(entries, fresh);
}

/** Key of a note of the page's own: one of a kind in a session. */
export function noteKey(sessionId: string, lineKey: string): string {
  return `note-${sessionId}-${lineKey}`;
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

/** A message that quotes a recalled one shows nothing of its text either. */
export function withoutQuoted(entry: Entry, messageId: string): Entry {
  if (entry.quote?.messageId !== messageId) return entry;
  return { ...entry, quote: { ...entry.quote, isRecalled: true, content: { kind: "text", text: "" } } };
}

/** Everything an entry can be known again by. */
function names({ key, id, sessionId, seq }: Entry): string[] {
  return [key, ...(id === "" ? [] : [id]), ...(seq === undefined ? [] : [`${sessionId}#${seq}`])];
}

/** The note a line of the server takes the place of. */
function noteOf({ sessionId, content }: Entry): string[] {
  return content.kind === "line" ? [noteKey(sessionId, content.lineKey)] : [];
}

/** In a history an agent's coming is a line that carries their name: it is the card it was when it happened. */
function shown({ content, senderName, face, id }: Message): Entry["content"] {
  if (content.kind !== "line" || content.lineKey !== "agent_connected" || senderName === "") return content;
  return { kind: "agentCard", agent: { id, nick: senderName, face, signature: "" } };
}

function comesAfter(standing: Entry | undefined, entry: Entry): boolean {
  if (standing === undefined) return false;
  return standing.delivery === "sending" || standing.delivery === "waiting" || standing.at > entry.at;
}

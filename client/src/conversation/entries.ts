/**
 * The list of a conversation. The server's times rise strictly for each visitor (Protocol, 'History'), so entries are
 * ordered by time. Unsent messages come last; refused messages stay where they were written.
 */
import type { Message } from "../wire/message";
import type { Delivery, Entry } from "./types";

export function entryOf(message: Message): Entry {
  const { clientId, isSensitive: _, wantsAgent: __, ...kept } = message;
  return { ...kept, key: clientId ?? message.id, delivery: "sent", content: shown(message) };
}

/** A message of the visitor's that the server has not confirmed. */
export function visitorEntry(
  fields: Pick<Entry, "key" | "sessionId" | "at" | "delivery" | "content">,
): Entry {
  return { ...fields, id: "", sender: "visitor", senderName: "", face: "", isRecalled: false };
}

/**
 * Puts confirmed entries in order. An entry that is already there, by its place in the log, its id or the page's own
 * id, is replaced. A server's line replaces the page's own note with the same key.
 */
export function insert(entries: readonly Entry[], confirmed: readonly Entry[]): readonly Entry[] {
  if (confirmed.length === 0) return entries;
  const coming = new Set(confirmed.flatMap((entry) => [...names(entry), ...noteOf(entry)]));
  const cards = new Set(entries.filter((entry) => entry.content.kind === "agentCard").flatMap(names));
  const placed = entries.filter(
    (entry) => entry.content.kind === "agentCard" || !names(entry).some((name) => coming.has(name)),
  );
  for (const entry of confirmed) {
    // A card in the list knows more about the agent than a line of the history.
    if (names(entry).some((name) => cards.has(name))) continue;
    let at = placed.length;
    while (at > 0 && comesAfter(placed[at - 1], entry)) at -= 1;
    placed.splice(at, 0, entry);
  }
  return placed;
}

/** Adds or extends a reply that is still being written. It stays last until the complete message gets its place. */
export function grow(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  const at = entries.findLastIndex((each) => each.id === entry.id);
  const standing = entries[at];
  // A late part does not replace a complete reply.
  if (standing) return standing.isGrowing ? entries.with(at, { ...entry, at: standing.at }) : entries;
  return [...entries, { ...entry, at: timeOfNew(entries, entry.at) }];
}

/** The time of a new message: `now` by the server's clock, but after every entry. */
export function timeOfNew(entries: readonly Entry[], now: number): number {
  return Math.max(now, (entries.at(-1)?.at ?? 0) + 1);
}

/** Puts an older page in front. `insert` costs much more and is used only if the list has older entries. */
export function prepend(entries: readonly Entry[], older: readonly Entry[]): readonly Entry[] {
  const known = new Set(entries.flatMap(names));
  const fresh = older.filter((entry) => !names(entry).some((name) => known.has(name)));
  const [oldest] = entries;
  const isBefore = !oldest || (fresh.at(-1)?.at ?? 0) <= oldest.at;
  return isBefore ? [...fresh, ...entries] : insert(entries, fresh);
}

/** The key of one of the page's own notes: a session has one of each kind. */
export function noteKey(sessionId: string, lineKey: string): string {
  return `note-${sessionId}-${lineKey}`;
}

/** Changes the entry with this key, if there is one. */
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

/** A recalled message keeps its place but none of its text. */
export function withdrawn(entry: Entry): Entry {
  return { ...entry, isRecalled: true, content: { kind: "text", text: "" } };
}

/** A message that quotes a recalled one does not show the quoted text. */
export function withoutQuoted(entry: Entry, messageId: string): Entry {
  if (entry.quote?.messageId !== messageId) return entry;
  return { ...entry, quote: { ...entry.quote, isRecalled: true, content: { kind: "text", text: "" } } };
}

/** All names that identify an entry: key, id, and place in the log. */
function names({ key, id, sessionId, seq }: Entry): string[] {
  return [key, ...(id === "" ? [] : [id]), ...(seq === undefined ? [] : [`${sessionId}#${seq}`])];
}

/** The note that a server's line replaces. */
function noteOf({ sessionId, content }: Entry): string[] {
  return content.kind === "line" ? [noteKey(sessionId, content.lineKey)] : [];
}

/** The history stores an agent's arrival as a line with their name; it is shown as the agent card, as it was live. */
function shown({ content, senderName, face, id }: Message): Entry["content"] {
  if (content.kind !== "line" || content.lineKey !== "agent_connected" || senderName === "") return content;
  return { kind: "agentCard", agent: { id, nick: senderName, face, signature: "" } };
}

function comesAfter(standing: Entry | undefined, entry: Entry): boolean {
  if (standing === undefined) return false;
  return standing.delivery === "sending" || standing.delivery === "waiting" || standing.at > entry.at;
}

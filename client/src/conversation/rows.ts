/** The rows of the list: entries grouped in runs, dividers between days and sessions, and cards at the end. */
import type { Card } from "../wire/card";
import { isBarAlone } from "./menuBar";
import type { Conversation, Entry } from "./types";

/** Messages of one sender within this time form a run, with one face and one time. */
const RUN_GAP_MS = 120_000;

export type Row =
  | { kind: "history"; key: string }
  | { kind: "date"; key: string; at: number }
  | { kind: "divider"; key: string; label: "earlier" | "missed" }
  | { kind: "message"; key: string; entry: Entry; isFirstOfRun: boolean; isLastOfRun: boolean }
  | { kind: "faq"; key: string }
  | { kind: "tips"; key: string }
  | { kind: "product"; key: string; card: Card }
  | { kind: "thinking"; key: string; who: "robot" | "agent" }
  | { kind: "transferring"; key: string }
  | { kind: "queue"; key: string };

type Shown = Pick<
  Conversation,
  | "entries"
  | "sessionId"
  | "older"
  | "phase"
  | "isFaqShown"
  | "areTipsShown"
  | "missedFrom"
  | "asking"
  | "isTransferring"
  | "typingUntil"
  | "card"
>;

export function rowsOf(chat: Shown): Row[] {
  const rows: Row[] = [];
  const entries = chat.entries.filter((entry) => !isBarAlone(entry));
  const faqAfter = chat.isFaqShown ? greetingIndex(entries, chat.sessionId) : -1;
  if (chat.older === "end" && entries.length > 20) rows.push({ kind: "history", key: "history" });

  for (const [at, entry] of entries.entries()) {
    const before = entries[at - 1];
    const after = entries[at + 1];
    const divider = dividerBefore(chat, before, entry);
    const isNewDay = !before || !isSameDay(before.at, entry.at);
    if (isNewDay) rows.push({ kind: "date", key: `date-${entry.key}`, at: entry.at });
    if (divider) rows.push({ kind: "divider", key: `divider-${entry.key}`, label: divider });
    rows.push({
      kind: "message",
      key: entry.key,
      entry,
      isFirstOfRun: isNewDay || divider !== undefined || before === undefined || !isOneRun(before, entry),
      isLastOfRun:
        at === faqAfter ||
        after === undefined ||
        !isOneRun(entry, after) ||
        !isSameDay(entry.at, after.at) ||
        dividerBefore(chat, entry, after) !== undefined,
    });
    if (at === faqAfter) rows.push({ kind: "faq", key: `faq-${chat.sessionId}` });
  }

  if (chat.isFaqShown && faqAfter < 0 && entries.length === 0) rows.push({ kind: "faq", key: "faq" });
  if (chat.areTipsShown && chat.phase === "robot") rows.push({ kind: "tips", key: "tips" });
  if (chat.card && chat.phase !== "ended") rows.push({ kind: "product", key: "product", card: chat.card });
  // A growing reply already shows that the robot is busy.
  if (chat.asking > 0 && !entries.at(-1)?.isGrowing)
    rows.push({ kind: "thinking", key: "robot-thinking", who: "robot" });
  if (chat.typingUntil > 0) rows.push({ kind: "thinking", key: "agent-typing", who: "agent" });
  if (chat.isTransferring && chat.phase === "robot") rows.push({ kind: "transferring", key: "transferring" });
  if (chat.phase === "queued") rows.push({ kind: "queue", key: "queue" });
  return rows;
}

/** Counts the agent's and robot's messages after `key`, for the 'new messages' button. */
export function countBehind(rows: readonly Row[], key: string): number {
  const from = rows.findLastIndex((row) => row.key === key);
  return rows
    .slice(from + 1)
    .filter((row) => row.kind === "message" && (row.entry.sender === "agent" || row.entry.sender === "robot"))
    .length;
}

function greetingIndex(entries: readonly Entry[], sessionId: string): number {
  const first = entries.findIndex((entry) => entry.sessionId === sessionId && entry.delivery === "sent");
  return entries[first]?.sender === "robot" ? first : -1;
}

function dividerBefore(
  chat: Shown,
  before: Entry | undefined,
  entry: Entry,
): "earlier" | "missed" | undefined {
  if (chat.missedFrom !== "" && entry.id === chat.missedFrom) return "missed";
  if (!before || before.sessionId === entry.sessionId || entry.sessionId !== chat.sessionId) return undefined;
  return "earlier";
}

function isOneRun(one: Entry, next: Entry): boolean {
  return (
    one.sender === next.sender &&
    one.sender !== "system" &&
    // A message that the visitor has just sent has no sender name yet.
    (one.sender === "visitor" || one.senderName === next.senderName) &&
    one.sessionId === next.sessionId &&
    one.isRecalled === next.isRecalled &&
    next.at - one.at < RUN_GAP_MS
  );
}

function isSameDay(one: number, other: number): boolean {
  // Less than 24 hours apart, an equal day of the month in the visitor's time zone means the same day.
  return Math.abs(one - other) < 86_400_000 && new Date(one).getDate() === new Date(other).getDate();
}

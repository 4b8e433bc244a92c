/**
 * Applies every event, response and action of the agent to the desk. Pure: no clock, no requests, no React. Applying
 * the same event twice changes nothing the second time.
 */
import { entryOf, insert } from "../conversation/entries";
import type { ConversationRow, DeskEvent, Standing } from "../wire/agent";
import type { Message } from "../wire/message";
import { missedOf, type RowEnd, whyPassedOn } from "./passedOn";
import { isAnswer, isAutomatic, isShownInRow, wordsOfTalk } from "./rowWords";
import { type TalkChange, talkAfter, withRead, withWithdrawn } from "./talkReduce";
import { type Connection, type Desk, emptyDesk, emptyTalk, isTalking, type Row, type Talk } from "./types";

/** How long a visitor counts as typing after the last typing event: Protocol, 'Times of the pages'. */
const TYPING_SHOWN_MS = 2000;

export type DeskChange =
  | { kind: "event"; event: DeskEvent; now: number }
  | { kind: "connection"; connection: Connection; now: number }
  | { kind: "statusChanged"; standing: Standing }
  | { kind: "mineListed"; rows: readonly ConversationRow[] }
  | { kind: "queueListed"; rows: readonly ConversationRow[]; next: string; isContinued: boolean }
  | { kind: "robotListed"; rows: readonly ConversationRow[] }
  /** The response to `take`, `takeNext` or `stepIn`. */
  | { kind: "taken"; row: ConversationRow }
  | { kind: "opened"; userId: string }
  /** The sign-in has expired: only unsent messages stay. */
  | { kind: "expired" }
  /** Events were lost, so loaded conversations may be out of date. */
  | { kind: "gap" }
  | { kind: "withdrew"; userId: string; messageId: string }
  | { kind: "ended"; userId: string; reason: RowEnd }
  | { kind: "seen"; userId: string }
  /** The agent dismisses an ended conversation. */
  | { kind: "dismissed"; userId: string }
  /** The tags of a session, known from this line of its log on. */
  | { kind: "tagged"; userId: string; sessionId: string; tags: readonly string[]; seq: number }
  | TalkChange;

export function deskReduce(desk: Desk, change: DeskChange): Desk {
  switch (change.kind) {
    case "event":
      return afterEvent(desk, change.event, change.now);
    case "connection":
      return connected(desk, change.connection, change.now);
    case "statusChanged":
      return { ...desk, ...change.standing };
    case "mineListed":
      return { ...desk, areListsLoaded: true, mine: listed(desk, change.rows) };
    case "queueListed": {
      const before = change.isContinued ? desk.queue : [];
      const rows = change.rows.map((row) => rowOf(row, findRow(desk.queue, row.userId)));
      const known = new Set(rows.map((row) => row.userId));
      const queue = [...before.filter((row) => !known.has(row.userId)), ...rows];
      return { ...desk, queue, queueNext: change.next };
    }
    case "robotListed":
      return { ...desk, robot: change.rows.map((row) => keptRow(desk.robot, row)) };
    case "taken":
      return taken(desk, change.row);
    case "opened":
      return { ...desk, openId: change.userId };
    case "expired":
      return { ...emptyDesk, talks: unsent(desk.talks) };
    case "gap":
      // The lists and visitors that are read again have the tags.
      return { ...desk, tags: {}, talks: mapTalks(desk.talks, (talk) => ({ ...talk, isLoaded: false })) };
    case "seen":
      return inRow(desk, change.userId, (row) => (row.unread === 0 ? row : { ...row, unread: 0 }));
    case "ended":
      return ended(desk, change.userId, change.reason);
    case "dismissed":
      return without(desk, change.userId);
    case "tagged":
      return tagged(desk, change.userId, change.sessionId, change.tags, change.seq);
    case "withdrew":
      return withdrawnFrom(desk, change.userId, change.messageId);
    default: {
      const sessionId = findRow(desk.mine, change.userId)?.sessionId ?? "";
      const read = inTalk(desk, change.userId, (talk) => talkAfter(talk, change, sessionId));
      return change.kind === "historyRead" && change.isNewest
        ? inOwnLists(read, change.userId, (row) => ({ ...row, ...wordsOfTalk(change.page.messages, row) }))
        : read;
    }
  }
}

/** Sorts by urgency: visitors who wait for an answer, longest first; then the rest, newest first; ended ones last. */
export function inOrder(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted((one, other) => {
    if ((one.end === undefined) !== (other.end === undefined)) return one.end === undefined ? -1 : 1;
    const [wait, otherWait] = [one.waitingSince ?? Infinity, other.waitingSince ?? Infinity];
    if (wait !== otherWait) return wait - otherWait;
    return activeAt(other) - activeAt(one) || one.userId.localeCompare(other.userId);
  });
}

function afterEvent(desk: Desk, event: DeskEvent, now: number): Desk {
  const { userId } = event;
  switch (event.kind) {
    case "assigned":
      return assigned(desk, event);
    case "message":
      return withMessage(desk, userId, event.message);
    case "amended":
      return amended(desk, userId, event.message);
    case "typing": {
      const typing = { text: event.text, until: now + TYPING_SHOWN_MS };
      const isListed = [desk.mine, desk.queue, desk.robot].some((rows) => findRow(rows, userId));
      return isListed
        ? inRow(desk, userId, (row) => ({ ...row, typing, isPresent: true }))
        : inTalk(desk, userId, (talk) => ({ ...talk, typing }));
    }
    case "read":
      return inTalk(desk, userId, (talk) => withRead(talk, event.sessionId, event.upTo));
    case "recalled":
      return withdrawnFrom(desk, userId, event.messageId);
    case "closed":
      return closed(desk, event, now);
    case "evaluated": {
      const rating = { stars: event.stars, isSolved: event.isSolved };
      return inRow(desk, userId, (row) => ({ ...row, rating }));
    }
    case "transferred":
      return without(desk, userId);
    case "corrected":
      return inRow(desk, userId, (row) => ({ ...row, userName: event.name }));
    case "presence":
      return inRow(desk, userId, (row) => ({ ...row, isPresent: event.isPresent }));
    // These events are stored elsewhere, or may be out of date: see statusReceivedAtom.
    case "status":
    case "queue":
    case "call":
    case "left":
    case "draft":
    case "mentioned":
    case "mentions":
    case "item":
    case "itemDue":
    case "rescued":
    case "wall":
    case "alarm":
    case "unknown":
      return desk;
    case "due":
      return inRow(desk, userId, (row) => ({ ...row, duty: event.duty, missed: missedOf(row.duty, now) }));
    case "tagged":
      return tagged(desk, userId, event.sessionId, event.tags, event.line);
    default:
      return event satisfies never;
  }
}

function connected(desk: Desk, connection: Connection, now: number): Desk {
  if (connection === desk.connection) return desk;
  const isBack = connection === "online" && desk.connection === "offline";
  return { ...desk, connection, isBackSince: isBack ? now : undefined };
}

function assigned(desk: Desk, event: Extract<DeskEvent, { kind: "assigned" }>): Desk {
  const { userId, sessionId, userName, channelId, groupId, since, duty } = event;
  const before = findRow(desk.mine, userId);
  if (before?.sessionId === sessionId && before.end === undefined) return desk;
  const waiting = findRow(desk.queue, userId);
  const row: ConversationRow = {
    userId,
    sessionId,
    userName,
    channelId,
    groupId,
    isQueued: false,
    isRobots: false,
    position: 0,
    since,
    lastMessage: waiting?.lastMessage ?? before?.lastMessage,
    unread: waiting?.unread ?? 0,
    tags: waiting?.tags ?? (before?.sessionId === sessionId ? before.tags : []),
    duty,
  };
  return taken(desk, row);
}

function taken(desk: Desk, row: ConversationRow): Desk {
  const others = desk.mine.filter((one) => one.userId !== row.userId);
  return {
    ...desk,
    mine: [...others, rowOf(row, findRow(desk.queue, row.userId))],
    queue: desk.queue.filter((one) => one.userId !== row.userId),
    robot: desk.robot.filter((one) => one.userId !== row.userId),
  };
}

function withMessage(desk: Desk, userId: string, message: Message): Desk {
  const noted = inRow(desk, userId, (row) => {
    // A note is not an answer and not a visitor's message.
    if (message.isNote || (row.lastMessage && row.lastMessage.at >= message.at)) return row;
    const isVisitors = message.sender === "visitor";
    const hasAnswer = isAnswer(message, row);
    return {
      ...row,
      lastMessage: isShownInRow(message, row) ? message : row.lastMessage,
      unread: row.unread + (isVisitors ? 1 : 0),
      // The robot answers at once, so nobody waits for an agent.
      waitingSince:
        hasAnswer || row.isRobots ? undefined : (row.waitingSince ?? (isVisitors ? message.at : undefined)),
      typing: isVisitors ? undefined : row.typing,
      isPresent: isVisitors || row.isPresent,
    };
  });
  return inTalk(noted, userId, (talk) => ({
    ...talk,
    typing: message.sender === "visitor" ? undefined : talk.typing,
    entries: insert(talk.entries, [entryOf(message)]),
  }));
}

/** Replaces a message that the desk shows; its place stays. */
function amended(desk: Desk, userId: string, message: Message): Desk {
  const listed = inRow(desk, userId, (row) =>
    row.lastMessage?.id === message.id ? { ...row, lastMessage: message } : row,
  );
  return inTalk(listed, userId, (talk) =>
    talk.entries.some((entry) => entry.id === message.id)
      ? { ...talk, entries: insert(talk.entries, [entryOf(message)]) }
      : talk,
  );
}

function closed(desk: Desk, { userId, reason }: Extract<DeskEvent, { kind: "closed" }>, now: number): Desk {
  const row = findRow(desk.mine, userId);
  // A conversation of somebody else changed hands. The queue is read again.
  if (!row) return { ...desk, robot: desk.robot.filter((one) => one.userId !== userId) };
  return ended(desk, userId, reason === "passedOn" ? whyPassedOn(row, desk.status, now) : reason);
}

function ended(desk: Desk, userId: string, reason: RowEnd): Desk {
  return inRow(desk, userId, (row) => ({ ...row, end: reason, waitingSince: undefined, typing: undefined }));
}

/** Merges the server's list with what only this page knows. Conversations that ended here stay until dismissed. */
function listed(desk: Desk, rows: readonly ConversationRow[]): readonly Row[] {
  const fresh = rows.map((row) => rowOf(row, findRow(desk.mine, row.userId)));
  const known = new Set(rows.map((row) => row.userId));
  return [...fresh, ...desk.mine.filter((row) => row.end !== undefined && !known.has(row.userId))];
}

function rowOf(row: ConversationRow, before: Row | undefined): Row {
  const isSameSession = before?.sessionId === row.sessionId;
  const told = row.lastMessage;
  const known = isSameSession ? before?.lastMessage : undefined;
  // A greeting does not replace the words that wait.
  const isGreeting = told && (!isShownInRow(told, row) || (row.isQueued && known && isAutomatic(told)));
  const last = isGreeting ? known : told;
  const isAnswered = row.isQueued || row.isRobots || (last !== undefined && isAnswer(last, row));
  const since =
    (isSameSession ? before?.waitingSince : undefined) ?? (last?.sender === "visitor" ? last.at : undefined);
  return {
    ...row,
    lastMessage: last,
    waitingSince: isAnswered ? undefined : since,
    isPresent: isSameSession ? (before?.isPresent ?? true) : true,
    typing: isSameSession ? before?.typing : undefined,
    end: undefined,
    rating: isSameSession ? before?.rating : undefined,
    missed: isSameSession ? before?.missed : undefined,
  };
}

/** Removes a message's text from the conversation, the list and quotes. */
function withdrawnFrom(desk: Desk, userId: string, messageId: string): Desk {
  const listed = inRow(desk, userId, (row) => {
    if (row.lastMessage?.id !== messageId) return row;
    const content = { kind: "text" as const, text: "" };
    return { ...row, lastMessage: { ...row.lastMessage, isRecalled: true, content } };
  });
  return inTalk(listed, userId, (talk) => withWithdrawn(talk, messageId));
}

/** Of two changes of a session's tags, the one with the higher line counts, whatever comes first. */
function tagged(desk: Desk, userId: string, sessionId: string, tags: readonly string[], seq: number): Desk {
  const before = desk.tags[userId];
  if (before?.sessionId === sessionId && before.seq > seq) return desk;
  return { ...desk, tags: { ...desk.tags, [userId]: { sessionId, tags, seq } } };
}

/** Returns the tags of a visitor's session: the newest change, or else what the list says. */
export function tagsOf(
  desk: Pick<Desk, "tags">,
  userId: string,
  listed: Pick<Row, "sessionId" | "tags"> | undefined,
) {
  const known = desk.tags[userId];
  if (known && (listed === undefined || known.sessionId === listed.sessionId)) return known.tags;
  return listed?.tags ?? [];
}

function without(desk: Desk, userId: string): Desk {
  return { ...desk, mine: desk.mine.filter((row) => row.userId !== userId) };
}

/** Changes a visitor's rows. The other rows, and lists without the visitor, stay the same values. */
function inRow(desk: Desk, userId: string, change: (row: Row) => Row): Desk {
  const within = (rows: readonly Row[]) =>
    findRow(rows, userId) ? rows.map((row) => (row.userId === userId ? change(row) : row)) : rows;
  return { ...desk, mine: within(desk.mine), queue: within(desk.queue), robot: within(desk.robot) };
}

/** Changes a visitor's row if they wait, or talk with the agent. */
function inOwnLists(desk: Desk, userId: string, change: (row: Row) => Row): Desk {
  return inRow(desk, userId, (row) => (row.isQueued || isTalking(row) ? change(row) : row));
}

/** A listed row; the same value as before if nothing changed, so that it is not drawn again. */
function keptRow(before: readonly Row[], row: ConversationRow): Row {
  const known = findRow(before, row.userId);
  const fresh = rowOf(row, known);
  const isSame =
    known !== undefined &&
    known.sessionId === fresh.sessionId &&
    known.userName === fresh.userName &&
    known.lastMessage?.id === fresh.lastMessage?.id &&
    known.since === fresh.since;
  return isSame ? known : fresh;
}

function inTalk(desk: Desk, userId: string, change: (talk: Talk) => Talk): Desk {
  const talk = desk.talks[userId] ?? emptyTalk;
  return { ...desk, talks: { ...desk.talks, [userId]: change(talk) } };
}

function unsent(talks: Desk["talks"]): Desk["talks"] {
  const kept = Object.entries(talks).map(([userId, { entries }]) => [
    userId,
    { ...emptyTalk, entries: entries.filter(({ delivery }) => delivery !== "sent") },
  ]);
  return Object.fromEntries(kept);
}

function mapTalks(talks: Desk["talks"], change: (talk: Talk) => Talk): Desk["talks"] {
  return Object.fromEntries(Object.entries(talks).map(([userId, talk]) => [userId, change(talk)]));
}

function findRow(rows: readonly Row[], userId: string): Row | undefined {
  return rows.find((row) => row.userId === userId);
}

function activeAt(row: Row): number {
  return row.lastMessage?.at ?? row.since;
}

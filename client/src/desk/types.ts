/** The desk as the agent's page holds it. Plain values: `deskReduce` changes them, React shows them. */
import type { Entry, Older } from "../conversation/types";
import type { AgentStatus } from "../wire/account";
import type { ConversationRow } from "../wire/agent";
import type { Missed, RowEnd } from "./passedOn";

export type Rating = { stars: number; isSolved: boolean };

/** A conversation as a row of a list. */
export type Row = ConversationRow & {
  /** When the visitor's oldest unanswered message arrived; undefined if the agent wrote last. */
  waitingSince: number | undefined;
  /** The visitor has the page open. */
  isPresent: boolean;
  /** The text in the visitor's composer, shown until `until`. */
  typing: { text: string; until: number } | undefined;
  /** Which time the agent let pass before the one that is due. */
  missed?: Missed | undefined;
  /** Why it ended. The row stays in the list until the agent dismisses it. */
  end: RowEnd | undefined;
  rating: Rating | undefined;
};

/** Whether the agent talks with the visitor: the conversation is neither over, nor in the queue, nor the robot's. */
export function isTalking(row: Row | undefined): row is Row {
  return row !== undefined && row.end === undefined && !row.isQueued && !row.isRobots;
}

/** The messages of a conversation that has been opened. */
export type Talk = {
  entries: readonly Entry[];
  older: Older;
  /** The cursor for older messages; 0 for the newest page. */
  olderBefore: number;
  /** The newest page has been loaded. */
  isLoaded: boolean;
  hasFailed: boolean;
  /** The position up to which the visitor has read, by session (Protocol, 'Delivery'). */
  readUpTo: Readonly<Record<string, number>>;
  /** The text in the visitor's composer, of a conversation that is in no list. */
  typing: Row["typing"];
};

export type Connection = "connecting" | "online" | "offline";

export type Desk = {
  connection: Connection;
  /** When a lost connection came back. */
  isBackSince: number | undefined;
  status: AgentStatus;
  /** Maximum number of simultaneous conversations. */
  capacity: number;
  areListsLoaded: boolean;
  mine: readonly Row[];
  queue: readonly Row[];
  /** The cursor for the rest of the queue; empty if all of it is loaded. */
  queueNext: string;
  /** Conversations with the robot, as the list was last read. */
  robot: readonly Row[];
  talks: Readonly<Record<string, Talk>>;
  /** The newest changes of tags, by visitor. */
  tags: Readonly<Record<string, { sessionId: string; tags: readonly string[]; seq: number }>>;
  /** The open conversation; empty for none. */
  openId: string;
};

export const emptyTalk: Talk = {
  entries: [],
  older: "idle",
  olderBefore: 0,
  isLoaded: false,
  hasFailed: false,
  readUpTo: {},
  typing: undefined,
};

export const emptyDesk: Desk = {
  connection: "connecting",
  isBackSince: undefined,
  status: "offline",
  capacity: 1,
  areListsLoaded: false,
  mine: [],
  queue: [],
  queueNext: "",
  robot: [],
  talks: {},
  tags: {},
  openId: "",
};

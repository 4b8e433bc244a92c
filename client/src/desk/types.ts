/** The desk as the agent's page holds it. Plain values: what changes them is `deskReduce`, what shows them React. */
import type { Entry, Older } from "../conversation/types";
import type { AgentStatus, ConversationRow, EndReason } from "../wire/agent";

export type Rating = { stars: number; isSolved: boolean };

/** A conversation as a row of a list. */
export type Row = ConversationRow & {
  /** The visitor's oldest message nobody has answered; nothing while the agent had the last word. */
  waitingSince: number | undefined;
  /** The visitor's page is open somewhere. */
  isPresent: boolean;
  /** What stands in the visitor's composer, until then. */
  typing: { words: string; until: number } | undefined;
  /** Why it ended; it stays in the list until the agent puts it away. */
  end: EndReason | undefined;
  rating: Rating | undefined;
};

/** A conversation that has been opened: its messages. */
export type Talk = {
  entries: readonly Entry[];
  older: Older;
  /** What the next page of older messages is asked with; 0 is the newest page. */
  olderBefore: number;
  /** The newest page has been read. */
  isLoaded: boolean;
  hasFailed: boolean;
  /** The visitor has seen everything up to this place, by the session whose log it is a place of (Protocol, 'Delivery'). */
  readUpTo: Readonly<Record<string, number>>;
};

export type Connection = "connecting" | "online" | "offline";

export type Desk = {
  connection: Connection;
  /** A connection that was lost has just come back. */
  isBackSince: number | undefined;
  status: AgentStatus;
  /** How many conversations at once. */
  capacity: number;
  areListsLoaded: boolean;
  mine: readonly Row[];
  queue: readonly Row[];
  /** Asks for the rest of the queue; empty when all of it is here. */
  queueNext: string;
  talks: Readonly<Record<string, Talk>>;
  /** The conversation that is looked at; empty for none. */
  openId: string;
};

export const emptyTalk: Talk = {
  entries: [],
  older: "idle",
  olderBefore: 0,
  isLoaded: false,
  hasFailed: false,
  readUpTo: {},
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
  talks: {},
  openId: "",
};

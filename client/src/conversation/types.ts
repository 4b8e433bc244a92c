/** The state of a chat in the visitor's page. Plain values: `reduce` changes them, React shows them. */
import type { Card } from "../wire/card";
import type { Content, Message } from "../wire/message";
import type { AgentCard, ExpectedWait, Phase } from "../wire/session";

/**
 * `waiting` is retried when the server is reached again, `held` when it takes messages again; `failed` waits for the
 * visitor.
 */
export type Delivery = "sending" | "waiting" | "held" | "sent" | "failed";

/** `card` is their business card, once it is known. */
export type Agent = { id: string; nick: string; face: string; signature: string; card?: AgentCard };

/** An item of the list: a message of the log, an unsent message, or the agent's card. */
export type Entry = Omit<Message, "clientId" | "isSensitive" | "wantsAgent" | "content"> & {
  /** Stays the same from `sending` to `sent`, so that React keeps the element. */
  key: string;
  delivery: Delivery;
  content: Content | { kind: "agentCard"; agent: Agent };
  /** Share of a file that is sent, 0 to 1. */
  progress?: number;
};

/** Older messages: there may be some, they are loading, or there are no more. */
export type Older = "idle" | "loading" | "end";

/** The page's connection. `busy`: the server is reached but opens no chat at the moment. */
export type Connection = "connecting" | "online" | "offline" | "busy";

/** `displaced`: the chat was opened in another window, and this page has ended. `ticketOver`: the queue ticket is used up. */
export type Stage = "opening" | "open" | "displaced" | "ticketOver";

export type Evaluation = {
  /** Whether the visitor may rate this session at the moment. */
  isAllowed: boolean;
  isDone: boolean;
  /** The agent asked for it (event 1203). */
  isInvited: boolean;
};

export type Conversation = {
  stage: Stage;
  sessionId: string;
  phase: Phase;
  /** Queue position: 1 is next, 0 means not queued. */
  position: number;
  /** How long they will still wait; undefined if nothing may be told. */
  expectedWait?: ExpectedWait;
  /** The agent who talks to the visitor, if any. */
  agent: Agent | undefined;
  /** Whether an agent has talked in this session; a rating is then about the agent. */
  hasMetAgent: boolean;
  connection: Connection;
  /** In the order of the log; unsent messages come last. */
  entries: readonly Entry[];
  /** Ids of recalled messages; a recall may come before its message. */
  recalledIds: ReadonlySet<string>;
  older: Older;
  /** The cursor of the next page of older messages. */
  olderBefore: number;
  /** Number of questions that the robot has not answered yet. */
  asking: number;
  /** When the agent's typing indicator ends, in milliseconds since the epoch; 0 if it is hidden. */
  typingUntil: number;
  /** The FAQ menu appears a second after the start. */
  isFaqShown: boolean;
  areTipsShown: boolean;
  isTransferring: boolean;
  evaluation: Evaluation;
  /** Id of the first message that came while the visitor was away; empty for none. */
  missedFrom: string;
  /** Entries up to this time were there when the page opened and are not news. 0 until the history is loaded. */
  newsAfter: number;
  /** The product that the visitor looks at in the shop, until it is sent to an agent. */
  card: Card | undefined;
  /** Counts requests to scroll to the end; each increase scrolls the list once. */
  endSought: number;
};

export const emptyConversation: Conversation = {
  stage: "opening",
  sessionId: "",
  phase: "robot",
  position: 0,
  agent: undefined,
  hasMetAgent: false,
  connection: "connecting",
  entries: [],
  recalledIds: new Set(),
  older: "idle",
  olderBefore: 0,
  asking: 0,
  typingUntil: 0,
  isFaqShown: false,
  areTipsShown: false,
  isTransferring: false,
  evaluation: { isAllowed: false, isDone: false, isInvited: false },
  missedFrom: "",
  newsAfter: 0,
  card: undefined,
  endSought: 0,
};

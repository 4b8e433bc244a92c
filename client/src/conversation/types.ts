/** A chat as the visitor's page holds it. Plain values: what changes them is `reduce`, what shows them React. */
import type { Card } from "../wire/card";
import type { Content, Feedback, Quote, Sender } from "../wire/message";
import type { AgentCard, Phase } from "../wire/session";

/**
 * `waiting` will be sent by itself when the server is reached again, `held` when the server takes messages again;
 * `failed` waits for the visitor.
 */
export type Delivery = "sending" | "waiting" | "held" | "sent" | "failed";

/** `card` is their business card, once it is known. */
export type Agent = { id: string; nick: string; face: string; signature: string; card?: AgentCard };

/** What stands in the list: a message of the log, one that is still to get there, or the agent's card. */
export type Entry = {
  /** Stays the same from 'sending' to 'sent', so that nothing flickers. */
  key: string;
  /** The server's id; empty until it has one. */
  id: string;
  sessionId: string;
  /** Place in its session's log, once it has one. */
  seq?: number;
  sender: Sender;
  senderName: string;
  face: string;
  /** Milliseconds since the epoch; the server's clock once it is sent. */
  at: number;
  isRecalled: boolean;
  delivery: Delivery;
  content: Content | { kind: "agentCard"; agent: Agent };
  /** Share of a file that has left, 0 to 1. */
  progress?: number;
  quote?: Quote;
  /** What the visitor thinks of an answer; nothing while they have not said. */
  feedback?: Feedback;
  /** A reply that is still being written. */
  isGrowing?: boolean;
  /** Said among agents; a visitor's page has none. */
  isNote?: boolean;
};

/** Older messages: there may be some, they are coming, or there are no more. */
export type Older = "idle" | "loading" | "end";

/** Where the page stands with the server. `busy`: it is reached, and opens no chat at the moment. */
export type Connection = "connecting" | "online" | "offline" | "busy";

/** `displaced`: the chat was opened in another window, this page is over. */
export type Stage = "opening" | "open" | "displaced";

export type Evaluation = {
  /** May this session be rated now? */
  isAllowed: boolean;
  isDone: boolean;
  /** The agent asked for it (event 1203). */
  isInvited: boolean;
};

export type Conversation = {
  stage: Stage;
  sessionId: string;
  phase: Phase;
  /** Place in the queue, 1 is next; 0 while not queued. */
  position: number;
  /** Who talks to the visitor, while somebody does. */
  agent: Agent | undefined;
  /** An agent has talked in this session: what is rated is the agent then. */
  hasMetAgent: boolean;
  connection: Connection;
  /** In the order of the log; what is not sent yet stands last. */
  entries: readonly Entry[];
  /** Messages recalled before they arrived. */
  recalledIds: ReadonlySet<string>;
  older: Older;
  /** What the next page of older messages is asked with. */
  olderBefore: number;
  /** Questions the robot is thinking about. */
  asking: number;
  /** The agent's typing is shown until then; 0 when it is not. */
  typingUntil: number;
  /** The FAQ menu appears a second after the start. */
  isFaqShown: boolean;
  areTipsShown: boolean;
  isTransferring: boolean;
  evaluation: Evaluation;
  /** The first message that came while nobody was there. */
  missedFrom: string;
  /** What was said up to then stood there when the page was opened: it is not news. 0 until that is known. */
  newsAfter: number;
  /** What the visitor is looking at in the shop, until an agent has been sent it. */
  card: Card | undefined;
  /** How often the list was sent to its end. */
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

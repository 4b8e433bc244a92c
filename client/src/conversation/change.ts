/** Everything that can happen to a conversation. */
import type { Card } from "../wire/card";
import type { VisitorEvent } from "../wire/event";
import type { FormAnswers } from "../wire/form";
import type { Feedback, Message } from "../wire/message";
import type {
  AgentCard,
  Asked,
  ExpectedWait,
  HistoryPage,
  Phase,
  Sent,
  Started,
  Transferred,
} from "../wire/session";
import type { Connection, Entry } from "./types";

export type Change = Received | Outgoing | Moved;

/** What the server tells. */
export type Received =
  /** chatStart responded. */
  | { kind: "started"; started: Started; isOtherVisitor: boolean }
  /**
   * The newest page of the history, loaded at the start and after a gap in the log. `joins`: it reaches back to
   * messages that the list already has.
   */
  | { kind: "historyLoaded"; page: HistoryPage; joins: boolean }
  | { kind: "olderAsked" }
  | { kind: "olderLoaded"; page: HistoryPage }
  | { kind: "olderFailed" }
  /** The channel hides its history. */
  | { kind: "historyHidden" }
  /** The messages that getOfflineMsg returned. */
  | { kind: "missed"; messages: readonly Message[] }
  | { kind: "event"; event: VisitorEvent; now: number }
  /** The session's state in a poll's response. */
  | { kind: "phaseChanged"; phase: Phase; position: number; expectedWait?: ExpectedWait }
  | { kind: "connection"; connection: Connection }
  | { kind: "displaced" }
  | { kind: "ticketOver" };

/** What the visitor sends, and whether it succeeds. */
export type Outgoing =
  /** The visitor wrote something, or an unsent message of an earlier visit was restored. */
  | { kind: "written"; entry: Entry }
  | { kind: "progressed"; key: string; progress: number }
  /** A file is uploaded; its message is not sent yet. */
  | { kind: "fileStored"; key: string; url: string; width?: number; height?: number }
  | { kind: "delivering"; key: string }
  /** The message is sent later: the server was not reached (`waiting`) or takes no messages at the moment (`held`). */
  | { kind: "postponed"; key: string; why: "waiting" | "held" }
  | { kind: "failed"; key: string }
  | { kind: "discarded"; key: string }
  | { kind: "sent"; key: string; sent: Sent }
  | { kind: "askStarted" }
  | { kind: "askEnded" }
  | { kind: "answered"; key: string; asked: Asked; robot: { name: string; face: string } }
  /** The list must scroll to its end. */
  | { kind: "endSought" };

/** Changes of the session, such as a transfer, and of what is shown around the messages. */
export type Moved =
  | { kind: "transferStarted" }
  | { kind: "transferEnded" }
  | { kind: "transferred"; transferred: Transferred }
  | { kind: "queueLeft" }
  | { kind: "agentKnown"; card: AgentCard }
  | { kind: "faqShown" }
  | { kind: "tipsShown" }
  | { kind: "ended" }
  /** The visitor rated an answer; undefined if the call failed. */
  | { kind: "rated"; messageId: string; feedback: Feedback | undefined }
  /** The server took the answers; without `answers`, the form was already filled in. */
  | { kind: "formFilled"; messageId: string; answers: FormAnswers | undefined }
  /** The product that the visitor looks at; undefined after it was sent to an agent. */
  | { kind: "cardShown"; card: Card | undefined }
  | { kind: "evaluationAnswered" }
  | { kind: "evaluationAllowed"; isAllowed: boolean; isDone: boolean }
  | { kind: "evaluated" }
  /** The page adds a line of its own; the server's line with the same key replaces it. */
  | { kind: "noted"; lineKey: string; now: number }
  | { kind: "typingOver"; now: number };

/** Everything that can happen to a conversation. */
import type { Card } from "../wire/card";
import type { VisitorEvent } from "../wire/event";
import type { FormAnswers } from "../wire/form";
import type { Feedback, Message } from "../wire/message";
import type { AgentCard, Asked, HistoryPage, Phase, Sent, Started, Transferred } from "../wire/session";
import type { Connection, Entry } from "./types";

export type Change =
  /** chatStart answered. */
  | { kind: "started"; started: Started; isOtherVisitor: boolean }
  /**
   * The newest of the history: at the start, and where the log had a hole. `joins` when it reaches back to what was
   * there.
   */
  | { kind: "historyLoaded"; page: HistoryPage; joins: boolean }
  | { kind: "olderAsked" }
  | { kind: "olderLoaded"; page: HistoryPage }
  | { kind: "olderFailed" }
  /** The channel hides its history. */
  | { kind: "historyHidden" }
  /** What getOfflineMsg answered. */
  | { kind: "missed"; messages: readonly Message[] }
  | { kind: "told"; event: VisitorEvent; now: number }
  /** Where a poll's answer says the session stands. */
  | { kind: "stands"; phase: Phase; position: number }
  | { kind: "connection"; connection: Connection }
  | { kind: "displaced" }
  /** The visitor wrote something, or an unsent message of an earlier visit is there again. */
  | { kind: "written"; entry: Entry }
  | { kind: "progressed"; key: string; progress: number }
  /** A file is on the server; its message has still to be sent. */
  | { kind: "fileStored"; key: string; url: string; width?: number; height?: number }
  | { kind: "delivering"; key: string }
  /** It goes later: the server was not reached, or takes nothing at the moment. */
  | { kind: "postponed"; key: string; why: "waiting" | "held" }
  | { kind: "failed"; key: string }
  | { kind: "discarded"; key: string }
  | { kind: "sent"; key: string; sent: Sent }
  | { kind: "askStarted" }
  | { kind: "askEnded" }
  | { kind: "answered"; key: string; asked: Asked; robot: { name: string; face: string } }
  | { kind: "transferStarted" }
  | { kind: "transferEnded" }
  | { kind: "transferred"; transferred: Transferred }
  | { kind: "queueLeft" }
  | { kind: "agentKnown"; card: AgentCard }
  | { kind: "faqShown" }
  | { kind: "tipsShown" }
  | { kind: "ended" }
  /** The visitor rated an answer; nothing: that could not be told. */
  | { kind: "rated"; messageId: string; feedback: Feedback | undefined }
  /** The answers were taken; without `answers` somebody filled it in before. */
  | { kind: "formFilled"; messageId: string; answers: FormAnswers | undefined }
  /** What the visitor looks at; nothing once an agent was sent it. */
  | { kind: "cardShown"; card: Card | undefined }
  | { kind: "evaluationAnswered" }
  | { kind: "evaluationAllowed"; isAllowed: boolean; isDone: boolean }
  | { kind: "evaluated" }
  /** A line of the page's own; the server's line of the same key takes its place. */
  | { kind: "noted"; lineKey: string; now: number }
  | { kind: "typingOver"; now: number }
  /** The list is to go to its end, wherever it stands. */
  | { kind: "endSought" };

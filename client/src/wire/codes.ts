/**
 * Names for the numbers of the wire. Code outside `wire` does not use the numbers.
 * Source: Protocol, 'Events' and 'Message kinds'; the same table is `server/src/wire/codes.rs`.
 */

/** Protocol, 'Message fields', Chat message. An empty sender reads as System. */
export const SenderType = { Visitor: 1, Agent: 2, Robot: 3, System: 4 } as const;

/** Protocol, 'Kinds of content'. */
export const MsgType = {
  Text: 1,
  Image: 2,
  Card: 3,
  File: 4,
  Audio: 5,
  Video: 6,
  GoodsCard: 7,
  OrderCard: 8,
  LinkCard: 9,
  Form: 10,
  InterfaceForm: 11,
  RichText: 12,
  Menu: 99,
} as const;

/** The message types of files that both visitors and agents may send. */
export const FILE_TYPES = { image: MsgType.Image, video: MsgType.Video, file: MsgType.File } as const;

export type FileKind = keyof typeof FILE_TYPES;

/** Protocol, 'States'. 0 means ended in every response. */
export const UserStatus = { Ended: 0, Robot: 1, Manual: 2, Queued: 3 } as const;

/** Protocol, 'Events', Polling. */
export const EventCode = {
  AgentConnected: 1200,
  Message: 1201,
  SessionClosed: 1202,
  EvaluationInvited: 1203,
  AgentTyping: 1204,
  MessageRecalled: 1205,
  /** A message was changed: docs/decisions/0020. */
  MessageAmended: 1206,
  Call: 1207,
  CallRefused: 1208,
} as const;

/** Why a session ended: Protocol, 'Events', event 1202. Any other number is "chat over". */
export const OutType = { PassedOn: 0, VisitorTimeout: 1, AgentClosed: 2, OpenedElsewhere: 3 } as const;

/** Status of a transferAgent response: Protocol, 'transferAgent'. */
export const TransferStatus = { NoAgent: 1, Connected: 2, Queued: 3, Failed: 4, OffWork: 5 } as const;

/** How a channel receives a visitor: Protocol, 'receiveMode'. */
export const ReceiveMode = { RobotFirst: 0, AgentFirst: 1, RobotOnly: 2, AgentOnly: 3 } as const;

/** What a visitor leaves if no agent is there: Protocol, 'Left messages', leaveMsgType. */
export const LeaveMsgType = { Message: 1, WorkOrder: 2 } as const;

/** What a button of the quick menu does: Protocol, 'Configuration', Chat menu item. */
export const MenuType = {
  Ask: 0,
  Transfer: 1,
  Close: 3,
  Evaluate: 4,
  LeaveMessage: 5,
  Link: 6,
  LocalAnswer: 7,
} as const;

/** How agents are rated: Protocol, 'Ratings', evaluateModel. */
export const EvaluateModel = { Stars: 1, Score: 2 } as const;

/** Whether a robot's answer offers an agent: Protocol, 'robotAsk', `showTransferBtn` and the three modes. */
export const TransferOffer = { None: 0, Button: 1, Automatic: 2 } as const;

/** Kind and status of a robotAsk response: Protocol, 'robotAsk'. */
export const AnswerType = { Answer: 1, Guide: 2, Unknown: 3 } as const;
export const AskStatus = { Ended: 0, Answered: 1, Transfer: -1 } as const;

/** The occasion of a rating: Protocol, 'Ratings'. */
export const EvaluateMode = { ByVisitor: 1, Invited: 2, OnClosing: 3 } as const;

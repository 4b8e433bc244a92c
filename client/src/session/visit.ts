/** What the parts of a visit share: the calls, the time, the conversation and who the visitor is. */
import type { ApiError } from "../api/http";
import type { VisitorApi } from "../api/visitor";
import type { Change } from "../conversation/change";
import type { Conversation } from "../conversation/types";
import type { Clock } from "../lib/clock";
import type { PageQuery } from "../lib/query";
import type { Keeper } from "../lib/storage";
import type { Channel } from "../wire/channel";
import type { OutboxStore } from "./outboxStore";

export type TransferOccasion = "opening" | "visitor";

export type Visit = {
  api: VisitorApi;
  clock: Clock;
  keeper: Keeper;
  /** Over the tab's own storage: what is there goes with the tab. */
  tabKeeper: Keeper;
  /** Where unsent messages wait; the browser's own store if not said. */
  outbox?: OutboxStore;
  channel: Channel;
  query: PageQuery;
  /** What a shop's page handed over behind the address's `#`. */
  handedOver: string;
  /** The query the server was last told; nothing before the first start. */
  introduced?: PageQuery | undefined;
  locale: string;
  /** 0 to 1. */
  random: () => number;
  /** An id nobody else makes. */
  newId: () => string;
  conversation: () => Conversation;
  change: (change: Change) => void;
  /** Asks the visitor for one of several groups; nothing when they would rather not. */
  pickGroup: () => Promise<string | undefined>;
  /**
   * Asks what the channel wants to know before a chat; true when the visitor has answered, or need not; false when
   * the question was taken away.
   */
  fillForm: () => Promise<boolean>;
  /** Nobody was online to talk to (Protocol, 'transferAgent', transfer result 1): asked for as the chat opened, or by the visitor. */
  onNoAgent: (occasion: TransferOccasion) => void;
  /** The server opens no chat, and trying again would not change that. */
  onRefused: (cause: ApiError) => void;
  /** A call of the visitor's did not reach the server. */
  onUnreachable: () => void;
  /** The server takes no such file; its own sentence, where it says one: Protocol, 'Errors', code 400 on an upload. */
  onFileRefused: (message: string) => void;
  /** The server takes no files for a while. */
  onNoRoomForFiles: () => void;
  /** A message of somebody else came. */
  onHeard: () => void;
  /** A poll told something about a call. */
  onCall: (raw: unknown) => void;
  /** Filled by each chatStart. */
  who: { userId: string; token: string; pollId: string };
  /** The unsent messages of earlier pages are in the conversation: from then on it is what is kept. */
  hasTakenUpUnsent: boolean;
  /** What is kept outlives this page; where it does not, the visitor is told. */
  outlivesPage: boolean;
  /** How far the server's clock is ahead of this one, in ms. */
  serverAheadMs: number;
};

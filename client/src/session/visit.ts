/** What the parts of a visit share: the api, the clock, the conversation and the visitor. */
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
  /** Over the tab's session storage, which ends with the tab. */
  tabKeeper: Keeper;
  /** The store of unsent messages; by default the browser's. */
  outbox?: OutboxStore;
  channel: Channel;
  query: PageQuery;
  /** The host page's facts behind the address's `#`. */
  handedOver: string;
  /** The queue ticket of the address was refused: the next start opens the page as any other. */
  isTicketOver?: boolean;
  /** The query that was last sent to the server; undefined before the first start. */
  introduced?: PageQuery | undefined;
  locale: string;
  /** 0 to 1. */
  random: () => number;
  /** Makes a unique id. */
  newId: () => string;
  conversation: () => Conversation;
  change: (change: Change) => void;
  /** Asks the visitor for one of several groups; undefined if they cancel. */
  pickGroup: () => Promise<string | undefined>;
  /**
   * Shows the form before the chat. True if the visitor filled it in or there is none; false if the dialog was
   * withdrawn.
   */
  fillForm: () => Promise<boolean>;
  /** No agent is online (Protocol, 'transferAgent', transfer result 1); `occasion` says what asked for one. */
  onNoAgent: (occasion: TransferOccasion) => void;
  /** The server refuses to open a chat, and a retry would not help. */
  onRefused: (cause: ApiError) => void;
  /** A request of the visitor did not reach the server. */
  onUnreachable: () => void;
  /** The server refuses a file; `message` is its own sentence or empty: Protocol, 'Errors', code 400 on an upload. */
  onFileRefused: (message: string) => void;
  /** The server accepts no files for a while. */
  onNoRoomForFiles: () => void;
  /** A message of an agent or the robot came. */
  onMessage: () => void;
  /** A poll brought a call event. */
  onCall: (raw: unknown) => void;
  /** Set by each chatStart. */
  who: { userId: string; token: string; pollId: string };
  /** Whether the unsent messages of earlier pages are in the conversation; only then does the outbox store changes. */
  hasTakenUpUnsent: boolean;
  /** Whether kept values survive this page; if not, the visitor is told. */
  outlivesPage: boolean;
  /** How far the server's clock is ahead of this one, in milliseconds. */
  serverAheadMs: number;
};

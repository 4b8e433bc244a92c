/**
 * What a shop's page may say to the widget and hear from it. The loader implements it, the npm package and the React
 * component hand it out: one source, so that none of them promises what another does not do.
 */

/** How the widget looks and what it opens; each may be named again later, by another `boot`. */
export interface BootOptions {
  /** The channel; fixed from the first boot to the shutdown. The script's `data-channel-id` where absent. */
  readonly channelId?: string;
  /** A corner by name; absent, the end side of the page's own reading direction. */
  readonly position?: "left" | "right";
  /** Any CSS colour; the launcher's accent. */
  readonly color?: string;
  /** Language of launcher and chat, such as `zh` or `pt-BR`; absent, the browser's. */
  readonly locale?: string;
  /** The layer of the launcher and the chat over the page. */
  readonly zIndex?: number;
  /** The group of agents the chat is for; absent, what the channel says. */
  readonly groupId?: string;
  /** The agent the chat is for. */
  readonly adminId?: string;
  /** Your own number of the visitor; told to the agent, never put into an address. */
  readonly pid?: string;
  /** Your own code of a campaign; told to the agent. */
  readonly fiyBookCode?: string;
}

/** Who the visitor is, as far as the page knows; shown to the agent, never put into an address. */
export interface VisitorFacts {
  /** The shop's own id of the visitor; believed only with `userHash`. */
  readonly userId?: string;
  /** HMAC-SHA256 of `userId` under the tenant's secret, made by the shop's server. */
  readonly userHash?: string;
  readonly userName?: string;
  readonly email?: string;
  readonly phone?: string;
  /** Anything else the agent should know: an order's number, a plan. */
  readonly params?: Readonly<Record<string, string>>;
  /** As in `BootOptions`; what is said here goes before what `boot` says. */
  readonly groupId?: string;
  readonly adminId?: string;
  readonly pid?: string;
  readonly fiyBookCode?: string;
  /** The visitor's token at your own service: only requests of a flow to that service carry it. */
  readonly customerToken?: string;
  /** What your own service is told with each request of a flow. */
  readonly customerParameters?: Readonly<Record<string, string>>;
}

/** What the visitor is looking at; they may send it to the agent. */
export interface GoodsCard {
  readonly title: string;
  readonly desc?: string;
  readonly price?: string;
  readonly picture?: string;
  readonly url?: string;
}

/** Who listens to the visitor. */
export type ChatStatus = "robot" | "queued" | "agent" | "ended";

/** Why something did not work. */
export type ChatError =
  /** The page's policy or the network keeps the chat from opening here; it opens in a tab of its own. */
  | "blocked"
  /** The chat was opened and does not answer: the channel may not stand in this page, or nobody is reached. */
  | "timeout"
  /** The server is not reached; the chat goes on trying. */
  | "offline"
  /** There is no such channel. */
  | "missing";

/** What can be listened for, and what a listener is told. */
export interface ChatEvents {
  /** The chat has loaded and listens. */
  ready: undefined;
  open: undefined;
  close: undefined;
  /** How many messages came while the chat was closed. */
  unread: number;
  /** A message of somebody else came; what it says stays in the chat. */
  message: undefined;
  status: ChatStatus;
  /** The place in the queue, from 1; 0 out of it. */
  queue: number;
  /** The agent calls: true as it begins to ring, false when it was taken, declined or given up. */
  call: boolean;
  error: ChatError;
}

export type ChatEvent = keyof ChatEvents;
export type ChatListener<Event extends ChatEvent> = (detail: ChatEvents[Event]) => void;

/** `window.Frontdesk`, once the script has loaded. */
export interface FrontdeskApi {
  /** Puts the widget into the page; when it is there, changes what is named. */
  boot(options?: BootOptions): void;
  /**
   * Takes the widget away with everything it left on the page, and forgets visitor, card and listeners. It also forgets
   * the visitor that the page keeps if the browser denies the chat its own storage.
   */
  shutdown(): void;
  /** Opens the chat. */
  open(): void;
  /** Closes the chat's panel; the conversation goes on. */
  close(): void;
  toggle(): void;
  /** Shows the launcher again after `hide`. */
  show(): void;
  /** Closes the chat and takes the launcher out of sight. */
  hide(): void;
  /** Says who the visitor is. */
  identify(visitor: VisitorFacts): void;
  /** Sets the card the visitor can send to the agent; nothing takes it away. */
  setCard(card?: GoodsCard): void;
  setLocale(locale: string): void;
  /** Puts words into the field, if the visitor has written nothing there; nothing is sent. */
  prefill(text: string): void;
  /** Calls `listener` at every `event`; the answer takes it away again. */
  on<Event extends ChatEvent>(event: Event, listener: ChatListener<Event>): () => void;
  off<Event extends ChatEvent>(event: Event, listener: ChatListener<Event>): void;
}

type SimpleCall = Exclude<keyof FrontdeskApi, "on" | "off">;

/** One call of the API written down, for before the script is there: `["open"]`, `["prefill", "Hello"]`. */
export type FrontdeskCall =
  | { [Name in SimpleCall]: readonly [Name, ...Parameters<FrontdeskApi[Name]>] }[SimpleCall]
  | { [Event in ChatEvent]: readonly ["on" | "off", Event, ChatListener<Event>] }[ChatEvent];

/** What `window.Frontdesk` is before the script is there, and in part after. */
export interface FrontdeskQueue {
  push(...calls: FrontdeskCall[]): unknown;
}

/**
 * The widget's API for host pages. The loader implements it; the npm package and the React component expose it. All
 * three share these types, so that they cannot differ.
 */

/** The widget's look and the chat it opens. Another `boot` may change each option but the channel. */
export interface BootOptions {
  /** The channel, fixed from the first boot to `remove` or `shutdown`. Default: the script's `data-channel-id`. */
  readonly channelId?: string;
  /** The corner. Default: the end side of the page's reading direction. */
  readonly position?: "left" | "right";
  /** The launcher's accent: any CSS colour. */
  readonly color?: string;
  /** The language of launcher and chat, such as `zh` or `pt-BR`. Default: the browser's. */
  readonly locale?: string;
  /** The z-index of the launcher and the chat. */
  readonly zIndex?: number;
  /** The group of agents for the chat. Default: the channel's. */
  readonly groupId?: string;
  /** The agent for the chat. */
  readonly adminId?: string;
  /** Your own number for the visitor; shown to the agent, never put into an address. */
  readonly pid?: string;
  /** Your own code for a campaign; shown to the agent. */
  readonly fiyBookCode?: string;
}

/** What the page knows about the visitor; shown to the agent, never put into an address. */
export interface VisitorFacts {
  /** The shop's own id for the visitor; trusted only with `userHash`. */
  readonly userId?: string;
  /** HMAC-SHA256 of `userId` under the channel's `identitySecret`, made by the shop's server. */
  readonly userHash?: string;
  readonly userName?: string;
  readonly email?: string;
  readonly phone?: string;
  /** Anything else that the agent should know, such as an order number. */
  readonly params?: Readonly<Record<string, string>>;
  /** As in `BootOptions`, which these override. */
  readonly groupId?: string;
  readonly adminId?: string;
  readonly pid?: string;
  readonly fiyBookCode?: string;
  /** The visitor's token at your own service; only requests of a flow to that service carry it. */
  readonly customerToken?: string;
  /** Parameters that each request of a flow passes to your own service. */
  readonly customerParameters?: Readonly<Record<string, string>>;
  /** 1: the customer joins the queue ahead of others. Ignored without the right `userHash` and `priorityHash`. */
  readonly priority?: 1;
  /** HMAC-SHA256 of `priority=1`, a line feed and `userId`, under the channel's `identitySecret`. */
  readonly priorityHash?: string;
}

/**
 * The shop's own names and values of the page, such as what is in the cart; shown to the agent. At most 20: names of 40,
 * values of 200 characters.
 */
export type PageContext = Readonly<Record<string, string | number | boolean>>;

/** The product that the visitor looks at; they may send it to the agent. */
export interface GoodsCard {
  readonly title: string;
  readonly desc?: string;
  readonly price?: string;
  readonly picture?: string;
  readonly url?: string;
}

/** Who talks to the visitor. */
export type ChatStatus = "robot" | "queued" | "agent" | "ended";

/** Why the chat does not work. */
export type ChatError =
  /** The page's policy or the network blocks the chat on this page; it opens in a new tab. */
  | "blocked"
  /** The opened chat does not respond: the channel may not be embedded in this page, or the server is not reached. */
  | "timeout"
  /** The server is not reached; the chat keeps retrying. */
  | "offline"
  /** The channel does not exist. */
  | "missing";

/** The events, with the type of each listener's argument. */
export interface ChatEvents {
  /** The chat has loaded and listens. */
  ready: undefined;
  open: undefined;
  close: undefined;
  /** Number of messages that came while the chat was closed. */
  unread: number;
  /** A message came while the visitor did not look at the chat; the event does not carry its text. */
  message: undefined;
  status: ChatStatus;
  /** The queue position, from 1; 0 means not queued. */
  queue: number;
  /** A conversation begins. Later pages of the shop, on which it goes on, do not tell it again. */
  chatStarted: undefined;
  /** A message of the visitor has reached the server. */
  messageSent: undefined;
  /** A message of the robot or an agent has come, whether or not the visitor looks. */
  messageReceived: "robot" | "agent";
  /** An agent talks to the visitor. */
  agentAssigned: undefined;
  /** The visitor waits in the queue; the place, from 1. Later places come as `queue`. */
  queued: number;
  /** The visitor left a message or a work order. */
  leftMessage: undefined;
  /** The visitor rated the conversation. */
  rated: undefined;
  /** The conversation is over. */
  ended: undefined;
  /** An agent's call: true when it starts to ring, false when it is taken, declined or given up. */
  call: boolean;
  error: ChatError;
}

export type ChatEvent = keyof ChatEvents;
export type ChatListener<Event extends ChatEvent> = (detail: ChatEvents[Event]) => void;

/** `window.Frontdesk` after the script has loaded. */
export interface FrontdeskApi {
  /** Puts the widget into the page, or changes its options if it is there. */
  boot(options?: BootOptions): void;
  /** Removes the widget, card and listeners from the page. The next `boot` goes on with the visitor's conversation. */
  remove(): void;
  /**
   * Removes the widget as `remove` does, and forgets the visitor: the next chat in this browser is a stranger's. Call it
   * when a customer signs out. Until that chat starts, the page's local storage has a mark for it.
   */
  shutdown(): void;
  /** Opens the chat. */
  open(): void;
  /** Closes the chat's panel; the conversation goes on. */
  close(): void;
  toggle(): void;
  /** Shows the launcher again after `hide`. */
  show(): void;
  /** Closes the chat and hides the launcher. */
  hide(): void;
  /** Tells the chat who the visitor is. */
  identify(visitor: VisitorFacts): void;
  /** Sets the card that the visitor can send to the agent; without one, removes it. */
  setCard(card?: GoodsCard): void;
  /** Tells the agent about the page, beside its title and address; without a context, only those. */
  setContext(context?: PageContext): void;
  setLocale(locale: string): void;
  /** Puts a text into the composer if it is empty; does not send it. */
  prefill(text: string): void;
  /** Calls `listener` at every `event`. Returns a function that removes it. */
  on<Event extends ChatEvent>(event: Event, listener: ChatListener<Event>): () => void;
  off<Event extends ChatEvent>(event: Event, listener: ChatListener<Event>): void;
}

type SimpleCall = Exclude<keyof FrontdeskApi, "on" | "off">;

/** One API call as a list, queued until the script has loaded: `["open"]`, `["prefill", "Hello"]`. */
export type FrontdeskCall =
  | { [Name in SimpleCall]: readonly [Name, ...Parameters<FrontdeskApi[Name]>] }[SimpleCall]
  | { [Event in ChatEvent]: readonly ["on" | "off", Event, ChatListener<Event>] }[ChatEvent];

/** `window.Frontdesk` before the script has loaded; afterwards it still has `push`. */
export interface FrontdeskQueue {
  push(...calls: FrontdeskCall[]): unknown;
}

/** The widget as a React component: it exists while the component is mounted, the conversation longer. */

import { useEffect, useRef, useSyncExternalStore } from "react";
import type {
  BootOptions,
  ChatEvents,
  ChatStatus,
  FrontdeskApi,
  GoodsCard,
  PageContext,
  VisitorFacts,
} from "./api.js";
import { frontdesk, type LoadOptions, load } from "./index.js";

export type * from "./api.js";

/** The events as props. A new function on each render is fine. */
export interface FrontdeskListeners {
  readonly onReady?: (() => void) | undefined;
  readonly onOpen?: (() => void) | undefined;
  readonly onClose?: (() => void) | undefined;
  readonly onUnread?: ((unread: ChatEvents["unread"]) => void) | undefined;
  readonly onMessage?: (() => void) | undefined;
  readonly onStatus?: ((status: ChatEvents["status"]) => void) | undefined;
  readonly onQueue?: ((position: ChatEvents["queue"]) => void) | undefined;
  readonly onCall?: ((isRinging: ChatEvents["call"]) => void) | undefined;
  readonly onChatStarted?: (() => void) | undefined;
  readonly onMessageSent?: (() => void) | undefined;
  readonly onMessageReceived?: ((from: ChatEvents["messageReceived"]) => void) | undefined;
  readonly onAgentAssigned?: (() => void) | undefined;
  readonly onQueued?: ((place: ChatEvents["queued"]) => void) | undefined;
  readonly onLeftMessage?: (() => void) | undefined;
  readonly onRated?: (() => void) | undefined;
  readonly onEnded?: (() => void) | undefined;
  readonly onError?: ((error: ChatEvents["error"]) => void) | undefined;
}

export interface FrontdeskProps extends LoadOptions, FrontdeskListeners {
  /** The channel; another one starts a new chat. */
  readonly channelId: string;
  /** Who the visitor is. */
  readonly visitor?: VisitorFacts | undefined;
  /** The product that the visitor looks at. */
  readonly card?: GoodsCard | undefined;
  /** What the agent should know of the page. */
  readonly context?: PageContext | undefined;
  /** Hides the launcher and closes the chat. */
  readonly hidden?: boolean | undefined;
}

/** The chat's state for the page. */
export interface FrontdeskState {
  /** The chat has loaded and listens, which it does when it is first opened. */
  readonly isReady: boolean;
  readonly isOpen: boolean;
  /** Number of messages that came while the chat was closed. */
  readonly unread: number;
  /** Who talks to the visitor; undefined before the chat is first opened. */
  readonly status: ChatStatus | undefined;
  /** The queue position, from 1; 0 means not queued. */
  readonly queue: number;
  /** An agent's call is ringing. */
  readonly isRinging: boolean;
}

export type FrontdeskActions = Pick<
  FrontdeskApi,
  | "open"
  | "close"
  | "toggle"
  | "show"
  | "hide"
  | "identify"
  | "setCard"
  | "setContext"
  | "setLocale"
  | "prefill"
>;

const NOTHING_YET: FrontdeskState = {
  isReady: false,
  isOpen: false,
  unread: 0,
  status: undefined,
  queue: 0,
  isRinging: false,
};
let state = NOTHING_YET;
const watchers = new Set<() => void>();

function change(changes: Partial<FrontdeskState>): void {
  state = { ...state, ...changes };
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Returns the chat's state and actions, anywhere on a page that has a `<Frontdesk>`. */
export function useFrontdesk(): FrontdeskState & FrontdeskActions {
  const now = useSyncExternalStore(
    watch,
    () => state,
    () => NOTHING_YET,
  );
  const { open, close, toggle, show, hide, identify, setCard, setContext, setLocale, prefill } = frontdesk;
  return { ...now, open, close, toggle, show, hide, identify, setCard, setContext, setLocale, prefill };
}

/** The widget; at most one on a page. The component itself renders nothing. */
export function Frontdesk(props: FrontdeskProps): null {
  const { host, nonce, channelId, position, color, locale, zIndex, visitor, card, hidden = false } = props;
  const { context } = props;
  const { groupId, adminId, pid, fiyBookCode } = props;
  const latest = useRef(props);
  const look: BootOptions = { position, color, locale, zIndex, groupId, adminId, pid, fiyBookCode };
  const said = useRef<BootOptions>(look);
  useEffect(() => {
    latest.current = props;
    said.current = look;
  });

  useEffect(() => {
    load({ host, nonce });
    listen(latest);
    frontdesk.boot({ ...said.current, channelId });
    return () => {
      frontdesk.remove();
      change(NOTHING_YET);
    };
  }, [host, nonce, channelId]);

  // These effects run after the boot above, for each new widget.
  const chat = `${host} ${channelId}`;
  const changes = { position, color, zIndex, groupId, adminId, pid, fiyBookCode };
  useChanges(chat, changes, (named) => frontdesk.boot(named));
  useChanges(chat, locale, (language) => language && frontdesk.setLocale(language));
  useChanges(chat, visitor, (facts) => facts && frontdesk.identify(facts));
  useChanges(chat, card, (goods) => frontdesk.setCard(goods));
  useChanges(chat, context, (values) => frontdesk.setContext(values));
  useChanges(chat, hidden, (isHidden) => (isHidden ? frontdesk.hide() : frontdesk.show()));
  return null;
}

/** Calls `tell` when a value changes; an equal value in a new object is no change. */
function useChanges<Value>(chat: string, value: Value, tell: (value: Value) => void): void {
  const words = JSON.stringify(value);
  const latest = useRef({ value, tell });
  useEffect(() => {
    latest.current = { value, tell };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new chat needs all values
  useEffect(() => {
    const { value, tell } = latest.current;
    tell(value);
  }, [chat, words]);
}

/** Updates the state, and calls the listeners of the latest props. */
function listen(latest: { readonly current: FrontdeskListeners }): void {
  frontdesk.on("ready", () => {
    change({ isReady: true });
    latest.current.onReady?.();
  });
  frontdesk.on("open", () => {
    change({ isOpen: true });
    latest.current.onOpen?.();
  });
  frontdesk.on("close", () => {
    change({ isOpen: false });
    latest.current.onClose?.();
  });
  frontdesk.on("unread", (unread) => {
    change({ unread });
    latest.current.onUnread?.(unread);
  });
  frontdesk.on("message", () => latest.current.onMessage?.());
  frontdesk.on("status", (status) => {
    change({ status });
    latest.current.onStatus?.(status);
  });
  frontdesk.on("queue", (queue) => {
    change({ queue });
    latest.current.onQueue?.(queue);
  });
  frontdesk.on("call", (isRinging) => {
    change({ isRinging });
    latest.current.onCall?.(isRinging);
  });
  frontdesk.on("chatStarted", () => latest.current.onChatStarted?.());
  frontdesk.on("messageSent", () => latest.current.onMessageSent?.());
  frontdesk.on("messageReceived", (from) => latest.current.onMessageReceived?.(from));
  frontdesk.on("agentAssigned", () => latest.current.onAgentAssigned?.());
  frontdesk.on("queued", (place) => latest.current.onQueued?.(place));
  frontdesk.on("leftMessage", () => latest.current.onLeftMessage?.());
  frontdesk.on("rated", () => latest.current.onRated?.());
  frontdesk.on("ended", () => latest.current.onEnded?.());
  frontdesk.on("error", (error) => latest.current.onError?.(error));
}

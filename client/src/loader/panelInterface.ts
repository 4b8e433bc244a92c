/**
 * The interfaces between the loader's two halves. The first half is on every page of a shop: the launcher, its badge
 * and the API. The second half, the panel, is fetched when the visitor points at the launcher, or when a conversation
 * of the previous page goes on.
 */

import type { GoodsCard, PageContext, VisitorFacts } from "../../packages/embed/src/api";
import type { HostSays } from "../bridge/protocol";
import type { Tell } from "./widget";

/** What the page has told through the API; each chat that loads gets it. */
export interface Known {
  visitor?: VisitorFacts | undefined;
  card?: GoodsCard | undefined;
  context?: PageContext | undefined;
  locale?: string | undefined;
  /** Text for the composer; given to one chat only. */
  text?: string | undefined;
}

/** What the first half offers to the panel. */
export interface Outside {
  readonly shadow: ShadowRoot;
  /** The element around launcher and panel; it carries the class `open`. */
  readonly root: HTMLElement;
  readonly launcher: HTMLElement;
  /** Aborted when the widget is removed. */
  readonly signal: AbortSignal;
  readonly channelId: string;
  /** The chat's address, without the facts in `known`. */
  readonly address: () => URL;
  readonly known: Known;
  /** The visitor's facts, with the group and agent they should reach; undefined if there are none. */
  readonly facts: () => VisitorFacts | undefined;
  /** Whether the conversation began on an earlier page of the shop. */
  readonly isResumed: boolean;
  /** The chat's name in the page's language. */
  readonly name: () => string;
  open(): void;
  close(): void;
  /** Whether the conversation is over; the next page does not resume one that is. */
  setOver(isOver: boolean): void;
  setUnread(unread: number): void;
  readonly tell: Tell;
}

/** What the panel offers to the first half. */
export interface Panel {
  /** Opens or closes the panel; `isWished` if the visitor or the page's script asked for it, which moves the focus. */
  setOpen(isOpen: boolean, isWished: boolean): void;
  /** Loads the chat hidden, to get its messages. */
  listen(): void;
  /** Whether an open chat covers the whole screen. */
  isFullScreen(): boolean;
  /** Posts a message to the chat, if it already listens. */
  say(said: HostSays): void;
  /** Posts the visitor's facts to the chat, if it already listens. */
  sayFacts(): void;
}

/** The exports of the second half's file. */
export interface PanelModule {
  readonly makePanel: (outside: Outside) => Panel;
}

/**
 * What the loader's two halves know of each other. The first stands on every page of a shop: launcher, badge and the
 * page's calls. The second, the panel, is fetched when somebody comes near the launcher, or when the conversation of
 * the page before goes on.
 */

import type { GoodsCard, VisitorFacts } from "../../packages/embed/src/api";
import type { HostSays } from "../bridge/protocol";
import type { Tell } from "./widget";

/** What the page has said of itself; told to each chat that loads. */
export interface Known {
  visitor?: VisitorFacts | undefined;
  card?: GoodsCard | undefined;
  locale?: string | undefined;
  /** Words for the field; given to one chat and then gone. */
  text?: string | undefined;
}

/** What the panel may use and do. */
export interface Outside {
  readonly shadow: ShadowRoot;
  /** The element around launcher and panel; it carries the class `open`. */
  readonly root: HTMLElement;
  readonly launcher: HTMLElement;
  /** Aborted when the widget is taken away. */
  readonly signal: AbortSignal;
  readonly channelId: string;
  /** The chat's address, without what only the page knows. */
  readonly address: () => URL;
  readonly known: Known;
  /** What is known of the visitor and of whom they are for; nothing if nothing is. */
  readonly facts: () => VisitorFacts | undefined;
  /** The word for the chat in the page's language. */
  readonly name: () => string;
  open(): void;
  close(): void;
  /** The conversation is over, or goes on again: what is over is not resumed on the next page. */
  setOver(isOver: boolean): void;
  setUnread(unread: number): void;
  readonly tell: Tell;
}

/** What the first half asks of the panel. */
export interface Panel {
  /** The launcher was opened or closed; `isWished` when a person or the page's script asked for it just now. */
  setOpen(isOpen: boolean, isWished: boolean): void;
  /** Loads the chat unseen, for its messages. */
  listen(): void;
  /** Whether an open chat covers the whole screen. */
  isFullScreen(): boolean;
  /** Says something to the chat, if it listens already. */
  say(said: HostSays): void;
  /** Tells the chat, if it listens already, what is known of the visitor. */
  sayFacts(): void;
}

/** What the second half's file exports. */
export interface PanelModule {
  readonly makePanel: (outside: Outside) => Panel;
}

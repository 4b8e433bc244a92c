/** The widget of one page: what opens, hides and counts, between launcher, frame and the page's own script. */

import type { FrameSays } from "../bridge/protocol";
import { type Bubble, makeBubble } from "./bubble";
import { type Frame, openFrame } from "./frame";
import { recall, remember } from "./memory";
import { type Options, withChanges } from "./options";
import { wordFor } from "./words";

/** What a page may listen for by `ChatOnline.on`. */
export const EVENTS = ["ready", "open", "hide", "close", "unread", "message"] as const;
type EventName = (typeof EVENTS)[number];
type Listener = (detail?: unknown) => void;

/** What `window.ChatOnline` does once the script has loaded: `open`, `hide`, `on` and `update`. */
export class Widget {
  readonly #host: string;
  readonly #bubble: Bubble;
  readonly #holdScreen: (hold: boolean) => void;
  readonly #listeners = new Map<EventName, Set<Listener>>(EVENTS.map((name) => [name, new Set()]));
  #options: Options;
  #frame: Frame | undefined;
  #isOpen = false;
  #hasPeeked = false;
  #returnTo: Element | null = null;

  /** Puts the widget into the page; `host` is where the chat is served from. */
  constructor(options: Options, host: string) {
    this.#options = options;
    this.#host = host;
    this.#bubble = makeBubble({
      toggle: () => (this.#isOpen ? this.hide() : this.open()),
      open: () => this.open(),
      approach: () => preconnect(host),
    });
    this.#holdScreen = screenHolder(this.#bubble);
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented) this.hide();
    });
    document.body.append(this.#bubble.host);
    this.#paint();
    this.#bubble.setOpen(false);
    // After the page's own early calls, which may name a language.
    queueMicrotask(() => this.#resume());
  }

  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#returnTo = document.activeElement;
    this.#show();
    this.#load().focus();
    this.#tell("open");
  }

  hide(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#show();
    this.#giveFocusBack();
    this.#tell("hide");
  }

  /** Calls `listener` at every `event`; the answer takes it away again. */
  on(event: EventName, listener: Listener): () => void {
    this.#listeners.get(event)?.add(listener);
    return () => this.#listeners.get(event)?.delete(listener);
  }

  /** Changes colour, corner, language or the visitor's data. */
  update(changes: unknown): void {
    this.#options = withChanges(this.#options, changes);
    this.#paint();
    this.#sayParams();
  }

  #load(): Frame {
    this.#frame ??= openFrame(
      this.#bubble.panel,
      addressOf(this.#options, this.#host),
      this.#name(),
      (said) => this.#hear(said),
    );
    return this.#frame;
  }

  #hear(said: FrameSays): void {
    switch (said.kind) {
      case "ready":
        this.#sayParams();
        this.#sayState();
        this.#tell("ready");
        return;
      case "hidden":
        this.hide();
        return;
      case "close":
        this.#close();
        return;
      case "unread":
        this.#count(said.unread);
        return;
      case "message":
        this.#peek(said.text, said.close);
        this.#tell("message");
        return;
      default:
        said satisfies never;
    }
  }

  #close(): void {
    this.hide();
    this.#frame?.remove();
    this.#frame = undefined;
    remember(this.#options.channelId, undefined);
    this.#tell("close");
  }

  #show(): void {
    const open = this.#isOpen;
    this.#hasPeeked = false;
    this.#bubble.setOpen(open);
    this.#count(0);
    this.#holdScreen(open);
    this.#sayState();
    remember(this.#options.channelId, open ? "open" : "used");
  }

  #count(unread: number): void {
    const count = this.#isOpen ? 0 : unread;
    this.#bubble.setUnread(count);
    if (count === 0) this.#bubble.peek();
    this.#tell("unread", count);
  }

  #peek(line?: string, close?: string): void {
    if (this.#isOpen || this.#hasPeeked || !line) return;
    this.#hasPeeked = true;
    this.#bubble.peek(line, close);
  }

  #resume(): void {
    const kept = recall(this.#options.channelId);
    // An open chat opens again on the next page, but never over a phone's; a hidden one listens for its messages.
    if (kept === "open" && !this.#bubble.isFullScreen()) this.open();
    else if (kept !== undefined) this.#load();
  }

  #sayState(): void {
    this.#frame?.say({ source: "frontdesk-host", kind: this.#isOpen ? "open" : "hide" });
  }

  #sayParams(): void {
    const { params } = this.#options;
    if (params) this.#frame?.say({ source: "frontdesk-host", kind: "update", params });
  }

  #paint(): void {
    this.#bubble.paint(this.#options, this.#name());
  }

  #name(): string {
    return wordFor(this.#options.locale ?? navigator.language);
  }

  #tell(name: EventName, detail?: unknown): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(detail);
  }

  #giveFocusBack(): void {
    const before = this.#returnTo;
    const isPages = before instanceof HTMLElement && before.isConnected && before !== document.body;
    (isPages && before !== this.#bubble.host ? before : this.#bubble.launcher).focus({ preventScroll: true });
  }
}

function addressOf(options: Options, host: string): URL {
  const address = new URL("/chat_online/index", host);
  address.searchParams.set("channelId", options.channelId);
  address.searchParams.set("from", "iframe");
  // Where the visitor is, without what a page may keep secret in its query.
  address.searchParams.set("refer", location.origin + location.pathname);
  if (options.locale !== undefined) address.searchParams.set("locale", options.locale);
  return address;
}

function preconnect(host: string): void {
  const hint = document.createElement("link");
  hint.rel = "preconnect";
  hint.href = host;
  document.head.append(hint);
}

/** While the chat is the whole screen: the page behind does not scroll, and the chat ends where the keyboard begins. */
function screenHolder(bubble: Bubble): (hold: boolean) => void {
  const root = document.documentElement.style;
  const view = window.visualViewport;
  let before: string | undefined;
  const fitHeight = (): void => {
    if (view === null) return;
    bubble.panel.style.setProperty("--height", `${view.height}px`);
    bubble.panel.style.setProperty("--top", `${view.offsetTop}px`);
  };
  return (hold) => {
    if (hold && bubble.isFullScreen()) {
      before = root.overflow;
      root.overflow = "hidden";
      fitHeight();
      view?.addEventListener("resize", fitHeight);
      view?.addEventListener("scroll", fitHeight);
    } else if (before !== undefined) {
      root.overflow = before;
      before = undefined;
      view?.removeEventListener("resize", fitHeight);
      view?.removeEventListener("scroll", fitHeight);
    }
  };
}

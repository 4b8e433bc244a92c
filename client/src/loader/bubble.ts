/**
 * What stands on the shop's page: launcher, badge, peek, and the panel the chat's frame goes into.
 *
 * Built without markup strings and styled by an adopted sheet, so that a page's strict Content-Security-Policy or
 * Trusted Types have nothing to refuse; in a closed shadow root, so that neither side's styles reach the other.
 */

import css from "./bubble.css?inline";
import type { Options } from "./options";

/** What a person did. */
export interface Gestures {
  /** The launcher was pressed. */
  readonly toggle: () => void;
  /** The peek was pressed. */
  readonly open: () => void;
  /** A finger or pointer comes near: a first press is likely. */
  readonly approach: () => void;
}

/** The visible part of the widget. */
export interface Bubble {
  /** Goes into the page. */
  readonly host: HTMLElement;
  /** Where the chat's frame lives. */
  readonly panel: HTMLElement;
  readonly launcher: HTMLElement;
  paint(options: Options, name: string): void;
  setOpen(open: boolean): void;
  setUnread(unread: number): void;
  /** Shows the last unread line above the launcher, with the word for putting it away; an empty one takes it away. */
  peek(line?: string, close?: string): void;
  /** Whether the open chat is the whole screen. */
  isFullScreen(): boolean;
}

const CHAT = "M7.9 20A9 9 0 1 0 4 16.1L2 22Z";
const SHUT = "m6 6 12 12M18 6 6 18";
const DEFAULT_ACCENT = "#2563eb";
const DEFAULT_LAYER = 2147483000;

/** Builds the launcher and everything around it; nothing is in the page yet. */
export function makeBubble(gestures: Gestures): Bubble {
  const host = document.createElement("frontdesk-chat");
  const shadow = host.attachShadow({ mode: "closed" });
  adopt(shadow);
  const root = child(shadow, "div", "root");
  const launcher = button(root, "launcher", gestures.toggle);
  launcher.append(icon(CHAT, "chat-icon"), icon(SHUT, "shut-icon"));
  const badge = child(launcher, "span", "badge");
  badge.hidden = true;
  badge.ariaHidden = "true";
  const peek = child(root, "div", "peek");
  peek.role = "status";
  peek.hidden = true;
  const line = button(peek, "line", gestures.open);
  line.dir = "auto";
  const dismiss = button(peek, "dismiss", () => {
    peek.hidden = true;
  });
  dismiss.append(icon(SHUT, ""));
  const panel = child(root, "div", "panel");
  // A finger enters, too, as it comes down.
  for (const sign of ["pointerenter", "focus"])
    launcher.addEventListener(sign, gestures.approach, { once: true });

  let chat = "";
  let unread = 0;
  const label = (): void => {
    launcher.ariaLabel = unread > 0 ? `${chat} (${unread})` : chat;
  };
  return {
    host,
    panel,
    launcher,
    paint(options, name) {
      chat = name;
      paintRoot(root, options);
      label();
    },
    setOpen(open) {
      root.classList.toggle("open", open);
      panel.inert = !open;
      launcher.ariaExpanded = String(open);
    },
    setUnread(count) {
      unread = count;
      badge.hidden = count === 0;
      badge.textContent = count > 99 ? "99+" : String(count);
      label();
    },
    peek(text = "", close = "") {
      line.textContent = text;
      dismiss.ariaLabel = close;
      peek.hidden = text === "";
    },
    isFullScreen: () => panel.offsetWidth >= innerWidth,
  };
}

function paintRoot(root: HTMLElement, options: Options): void {
  const { direction } = getComputedStyle(document.documentElement);
  root.dir = direction;
  const startSide = direction === "rtl" ? "right" : "left";
  root.classList.toggle("start", options.position === startSide);
  root.style.setProperty("--z", String(options.zIndex ?? DEFAULT_LAYER));
  root.style.setProperty("--accent", options.color ?? DEFAULT_ACCENT);
}

function adopt(shadow: ShadowRoot): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    shadow.adoptedStyleSheets = [sheet];
  } catch {
    // A browser of before 2023, where a page's policy may refuse this element: an unstyled button still opens the chat.
    child(shadow, "style", "").textContent = css;
  }
}

function child<Tag extends keyof HTMLElementTagNameMap>(
  into: Node,
  tag: Tag,
  className: string,
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  made.className = className;
  into.appendChild(made);
  return made;
}

function button(into: Node, className: string, press: () => void): HTMLButtonElement {
  const made = child(into, "button", className);
  made.type = "button";
  made.addEventListener("click", press);
  return made;
}

function icon(path: string, className: string): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  made.setAttribute("viewBox", "0 0 24 24");
  made.setAttribute("class", className);
  made.ariaHidden = "true";
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
  shape.setAttribute("d", path);
  made.append(shape);
  return made;
}

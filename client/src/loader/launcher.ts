/** The launcher and its badge, in a closed shadow root on the host page. */

import { adopt, button, child, icon, SHUT } from "./dom";
import css from "./launcher.css?inline";
import type { Options } from "./options";

/** The visible part of the widget. */
export interface Launcher {
  /** The element that goes into the page. */
  readonly host: HTMLElement;
  readonly shadow: ShadowRoot;
  readonly root: HTMLElement;
  readonly button: HTMLElement;
  paint(options: Options, name: string): void;
  setOpen(isOpen: boolean): void;
  setUnread(unread: number): void;
}

const CHAT = "M7.9 20A9 9 0 1 0 4 16.1L2 22Z";
const DEFAULT_ACCENT = "#2563eb";
const DEFAULT_LAYER = "2147483000";

/** Builds the launcher without adding it to the page. */
export function makeLauncher(press: () => void): Launcher {
  const host = document.createElement("frontdesk-chat");
  const shadow = host.attachShadow({ mode: "closed" });
  adopt(shadow, css);
  const root = child(shadow, "div", "root");
  const launcher = button(root, "launcher", press);
  icon(launcher, CHAT, "chat-icon");
  icon(launcher, SHUT, "shut-icon");
  const badge = child(launcher, "span", "badge");
  badge.ariaHidden = "true";

  let chat = "";
  let unread = 0;
  const label = (): void => {
    badge.hidden = unread === 0;
    badge.textContent = unread > 99 ? "99+" : String(unread);
    launcher.ariaLabel = unread > 0 ? `${chat} (${unread})` : chat;
  };
  return {
    host,
    shadow,
    root,
    button: launcher,
    paint({ position, zIndex, color }, name) {
      const { direction } = getComputedStyle(document.documentElement);
      root.dir = direction;
      root.classList.toggle("start", position === (direction === "rtl" ? "right" : "left"));
      root.style.setProperty("--z", String(zIndex ?? DEFAULT_LAYER));
      root.style.setProperty("--accent", color ?? DEFAULT_ACCENT);
      chat = name;
      label();
    },
    setOpen(isOpen) {
      root.classList.toggle("open", isOpen);
      launcher.ariaExpanded = String(isOpen);
    },
    setUnread(count) {
      unread = count;
      label();
    },
  };
}

/** The widget's second half: the panel with the chat's frame, the peek, and the messages to and from the chat. */

import type { FrameSays, HostSays } from "../../bridge/protocol";
import { adopt, child } from "../dom";
import { FORGET } from "../memory";
import type { Outside, Panel } from "../panelInterface";
import { type Frame, openFrame } from "./frame";
import { keep, keptFor } from "./keeping";
import { withPage } from "./page";
import css from "./panel.css?inline";
import { makePeek } from "./peek";
import { followProgress } from "./progress";
import { screenHolder } from "./screen";

export function makePanel(outside: Outside): Panel {
  const { root, launcher, channelId, known, signal, tell } = outside;
  adopt(outside.shadow, css);
  const peek = makePeek(root, outside.open);
  const panel = child(root, "div", "panel");
  panel.inert = true;
  const isFullScreen = (): boolean => panel.offsetWidth >= innerWidth;
  const progress = followProgress(tell, outside.isResumed);
  const holdScreen = screenHolder(panel, isFullScreen);
  let frame: Frame | undefined;
  let isOpen = false;
  let hasPeeked = false;
  let rings = false;
  /** The mark that the frame got, until its chat has started. */
  let mark: string | undefined;
  let returnTo: Element | null = null;

  const say = (said: HostSays): boolean => frame?.say(said) ?? false;
  const sayState = (): boolean => say({ source: "frontdesk-host", kind: isOpen ? "open" : "hide" });
  const sayText = (text: string): void => {
    if (say({ source: "frontdesk-host", kind: "prefill", text })) known.text = undefined;
  };

  const facts = () => withPage(outside.facts(), known.context);
  const sayFacts = (): void => {
    say({ source: "frontdesk-host", kind: "identify", visitor: facts() });
  };

  /** Posts all known facts again, because the chat may have reloaded. */
  const tellKnown = (): void => {
    const { card, locale, text } = known;
    if (locale) say({ source: "frontdesk-host", kind: "locale", locale });
    sayFacts();
    if (card) say({ source: "frontdesk-host", kind: "card", card });
    if (text) sayText(text);
  };

  const load = (): Frame => {
    if (frame) {
      frame.wake();
      return frame;
    }
    const address = outside.address();
    const { card } = known;
    mark = keptFor(channelId)?.[FORGET];
    address.hash = encodeURIComponent(JSON.stringify({ visitor: facts(), card, [FORGET]: mark }));
    frame = openFrame(panel, address, outside.name(), {
      hear,
      miss: () => tell("error", "timeout"),
      kept: () => keptFor(channelId),
    });
    return frame;
  };

  const unload = (): void => {
    frame?.remove();
    frame = undefined;
    if (rings) hear({ source: "frontdesk", kind: "call", isRinging: false });
  };

  const hear = (said: FrameSays): void => {
    switch (said.kind) {
      case "ready":
        tellKnown();
        sayState();
        tell("ready", undefined);
        break;
      case "hidden":
        outside.close();
        break;
      case "close":
        outside.close();
        unload();
        outside.setOver(true);
        progress.status("ended");
        break;
      case "unread":
        if (isOpen || said.unread === 0) peek.clear();
        outside.setUnread(isOpen ? 0 : said.unread);
        break;
      case "message":
        if (!isOpen && !hasPeeked && said.text) {
          hasPeeked = true;
          peek.show(said.text, said.close ?? "");
        }
        tell("message", undefined);
        break;
      case "status":
        // The chat has started, so it has forgotten.
        if (mark) keep(channelId, FORGET, undefined);
        mark = undefined;
        outside.setOver(said.status === "ended");
        tell("status", said.status);
        progress.status(said.status);
        break;
      case "queue":
        tell("queue", said.position);
        progress.queue(said.position);
        break;
      case "call":
        if (rings === said.isRinging) break;
        rings = said.isRinging;
        root.classList.toggle("ringing", rings);
        // The caller's name is shown while it rings, even if a message was already peeked at.
        if (!rings) peek.clear();
        else if (!isOpen && said.text) peek.show(said.text, said.close ?? "");
        tell("call", rings);
        break;
      case "error":
        tell("error", said.error);
        break;
      case "deed":
        if (said.deed === "messageReceived") tell(said.deed, said.from);
        else tell(said.deed, undefined);
        break;
      case "keep":
        keep(channelId, said.name, said.value);
        break;
      default:
        said satisfies never;
    }
  };

  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Escape" && !event.defaultPrevented) outside.close();
    },
    { signal },
  );
  signal.addEventListener("abort", () => {
    holdScreen(false);
    unload();
  });

  return {
    setOpen(open, isWished) {
      if (isOpen === open) return;
      isOpen = open;
      hasPeeked = false;
      peek.clear();
      panel.inert = !open;
      if (open) {
        returnTo = document.activeElement;
        const chat = load();
        if (isWished) chat.focus();
      } else if (isWished) giveFocusBack(returnTo, launcher);
      holdScreen(open);
      sayState();
    },
    listen: load,
    isFullScreen,
    say(said) {
      if (said.kind === "prefill") sayText(said.text);
      else say(said);
    },
    sayFacts,
  };
}

/** Returns the focus to the element of the page that had it, else to the launcher. */
function giveFocusBack(before: Element | null, launcher: HTMLElement): void {
  const isPages =
    before instanceof HTMLElement &&
    before.isConnected &&
    before !== document.body &&
    !before.matches("frontdesk-chat");
  (isPages ? before : launcher).focus({ preventScroll: true });
}

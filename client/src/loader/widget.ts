/** The widget on one page, its first half: opens and closes, counts, remembers, and fetches the panel when needed. */

import type { ChatEvent, ChatEvents, VisitorFacts } from "../../packages/embed/src/api";
import type { HostSays } from "../bridge/protocol";
import type { Known, Outside, Panel, PanelModule } from "./between";
import { makeLauncher } from "./launcher";
import { forget, recall, remember } from "./memory";
import { type Options, withChanges } from "./options";
import { wordFor } from "./words";

/** Where the panel's file is, under the chat's origin; the build knows its name. */
declare const PANEL_PATH: string;

export type Tell = <Event extends ChatEvent>(event: Event, detail: ChatEvents[Event]) => void;

/** A widget that is in the page. */
export interface Widget {
  change(changes: unknown): void;
  open(): void;
  close(): void;
  toggle(): void;
  /** Shows the launcher, or takes it out of sight and closes the chat. */
  setShown(isShown: boolean): void;
  /** Says something to the chat, if it is there already. */
  say(said: HostSays): void;
  /** Tells the chat, if it is there already, what is known of the visitor by now. */
  sayFacts(): void;
  /** Takes everything away. */
  end(): void;
}

/** Puts the widget into the page; `host` is where the chat is served from, `known` what the page has said of itself. */
export function startWidget(first: Options, host: string, known: Known, tell: Tell): Widget {
  let options: Options = first;
  const { channelId } = first;
  const ending = new AbortController();
  const hint = document.createElement("link");
  let panel: Panel | undefined;
  let coming: Promise<void> | undefined;
  let isOpen = false;
  let isOver = false;

  const launcher = makeLauncher(() => toggle());
  const name = (): string => wordFor(options.locale ?? navigator.language);
  const paint = (): void => launcher.paint(options, name());
  const note = (): void => remember(channelId, isOver ? undefined : isOpen ? "open" : "used");
  const facts = (): VisitorFacts | undefined => {
    const { groupId, adminId, pid, fiyBookCode } = options;
    const said = { groupId, adminId, pid, fiyBookCode, ...known.visitor };
    return Object.values(said).some((fact) => fact !== undefined) ? said : undefined;
  };
  let counted = 0;
  const setUnread = (unread: number): void => {
    if (unread === counted) return;
    counted = unread;
    launcher.setUnread(unread);
    tell("unread", unread);
  };

  const setOpen = (open: boolean, isWished: boolean): void => {
    if (isOpen === open) return;
    isOpen = open;
    launcher.setOpen(open);
    setUnread(0);
    note();
    tell(open ? "open" : "close", undefined);
    // What was pressed meanwhile counts, once the panel is there.
    if (open) void fetched().then(() => panel?.setOpen(isOpen, isWished));
    else panel?.setOpen(false, isWished);
  };
  const toggle = (): void => setOpen(!isOpen, true);

  const outside: Outside = {
    shadow: launcher.shadow,
    root: launcher.root,
    launcher: launcher.button,
    signal: ending.signal,
    channelId,
    address: () => addressOf(options, host),
    known,
    facts,
    name,
    open: () => setOpen(true, true),
    close: () => setOpen(false, true),
    setOver(over) {
      isOver = over;
      note();
    },
    setUnread,
    tell,
  };

  const fetched = (): Promise<void> => {
    coming ??= fetchPanel(host).then(
      ({ makePanel }) => {
        if (!ending.signal.aborted) panel = makePanel(outside);
      },
      () => {
        coming = undefined;
        tell("error", "blocked");
        if (!isOpen) return;
        // The page's policy or the network refuses the panel: the chat still opens, as a page of its own.
        setOpen(false, false);
        remember(channelId, undefined);
        open(addressOf(options, host, true), "_blank", "noopener");
      },
    );
    return coming;
  };

  const approach = (): void => {
    hint.rel = "preconnect";
    hint.href = host;
    document.head.append(hint);
    void fetched();
  };
  // A finger enters, too, as it comes down.
  for (const sign of ["pointerenter", "focus"])
    launcher.button.addEventListener(sign, approach, { once: true });

  document.body.append(launcher.host);
  launcher.setOpen(false);
  paint();
  // After the page's own early calls, which may name a language.
  queueMicrotask(() => {
    const kept = recall(channelId);
    if (!kept || ending.signal.aborted) return;
    // An open chat opens again on the next page, but never over a phone's; a hidden one listens for its messages.
    void fetched().then(() => {
      if (kept === "open" && panel && !panel.isFullScreen()) setOpen(true, false);
      else panel?.listen();
    });
  });

  return {
    change(changes) {
      options = { ...withChanges(options, changes), channelId };
      paint();
      panel?.sayFacts();
    },
    open: outside.open,
    close: outside.close,
    toggle,
    setShown(isShown) {
      launcher.button.hidden = !isShown;
      if (!isShown) outside.close();
    },
    say: (said) => panel?.say(said),
    sayFacts: () => panel?.sayFacts(),
    end() {
      setOpen(false, false);
      ending.abort();
      forget(channelId);
      hint.remove();
      launcher.host.remove();
    },
  };
}

function fetchPanel(host: string): Promise<PanelModule> {
  return import(/* @vite-ignore */ host + PANEL_PATH);
}

function addressOf(
  { channelId, locale, groupId, adminId, fiyBookCode }: Options,
  host: string,
  isAlone = false,
): URL {
  const address = new URL("/chat_online/index", host);
  const query = address.searchParams;
  query.set("channelId", channelId);
  if (!isAlone) query.set("from", "iframe");
  // A chat in a tab of its own is handed nothing; its address says whom it is for, and nothing of who the visitor is.
  else
    for (const [name, value] of Object.entries({ groupId, adminId, fiyBookCode }))
      if (value) query.set(name, value);
  // Where the visitor is, without what a page may keep secret in its query.
  query.set("refer", location.origin + location.pathname);
  if (locale) query.set("locale", locale);
  return address;
}

/** The widget's first half: opens and closes, counts unread messages, remembers its state, and fetches the panel. */

import type { ChatEvent, ChatEvents, VisitorFacts } from "../../packages/embed/src/api";
import type { HostSays } from "../bridge/protocol";
import { makeLauncher } from "./launcher";
import { recall, remember } from "./memory";
import { type Options, withChanges } from "./options";
import type { Known, Outside, Panel, PanelModule } from "./panelInterface";
import { wordFor } from "./words";

/** The path of the panel's file under the chat's origin; the build fills it in. */
declare const PANEL_PATH: string;

export type Tell = <Event extends ChatEvent>(event: Event, detail: ChatEvents[Event]) => void;

/** A widget in the page. */
export interface Widget {
  change(changes: unknown): void;
  open(): void;
  close(): void;
  toggle(): void;
  /** Shows the launcher, or hides it and closes the chat. */
  setShown(isShown: boolean): void;
  /** Posts a message to the chat, if it is loaded. */
  say(said: HostSays): void;
  /** Posts the visitor's current facts to the chat, if it is loaded. */
  sayFacts(): void;
  /** Removes the widget from the page; the next one goes on with the conversation. */
  end(): void;
}

/** Puts the widget into the page; `host` is the chat's origin, `known` what the page has told through the API. */
export function startWidget(first: Options, host: string, known: Known, tell: Tell): Widget {
  let options: Options = first;
  const { channelId } = first;
  const ending = new AbortController();
  const hint = document.createElement("link");
  let panel: Panel | undefined;
  let coming: Promise<void> | undefined;
  let isOpen = false;
  let isOver = false;
  const kept = recall(channelId);

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
    // `isOpen` is read after the panel has loaded, because the visitor may have closed it meanwhile.
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
    isResumed: kept !== undefined,
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
        // The page's policy or the network refuses the panel, so the chat opens in a new tab.
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
  // A touch also fires `pointerenter`.
  for (const sign of ["pointerenter", "focus"])
    launcher.button.addEventListener(sign, approach, { once: true });

  document.body.append(launcher.host);
  launcher.setOpen(false);
  paint();
  // After the page's queued calls, which may set a language.
  queueMicrotask(() => {
    if (!kept || ending.signal.aborted) return;
    // An open chat opens again on the next page, unless it would cover the screen. A hidden one loads for its messages.
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
  // A chat in a new tab gets no messages, so its address carries the group, agent and campaign, but no visitor facts.
  else
    for (const [name, value] of Object.entries({ groupId, adminId, fiyBookCode }))
      if (value) query.set(name, value);
  // The host page's address without its query, which may be private.
  query.set("refer", location.origin + location.pathname);
  if (locale) query.set("locale", locale);
  return address;
}

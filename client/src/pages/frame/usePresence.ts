import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ChatStatus } from "../../../packages/embed/src/api";
import { type Bridge, listenToParent } from "../../bridge/child";
import { useI18n } from "../../i18n/useI18n";
import { onWake } from "../../lib/onWake";
import {
  connectionAtom,
  nudgeAtom,
  phaseAtom,
  positionAtom,
  rowsAtom,
  seenAtom,
  stageAtom,
  wakeAtom,
} from "../../state/chat.atoms";
import { obeyHostAtom } from "../../state/host.atoms";
import { useAtomValue, useSetAtom, useStore } from "../../state/jotai";
import { receivedCountAtom, rungCountAtom, setSeenAtom } from "../../state/sound.atoms";
import type { Phase } from "../../wire/session";
import { latestWords } from "../chat/latestWords";

export type Presence = {
  /** Hides the frame; the conversation goes on. */
  hide: () => void;
  /** Hides the frame and lets the host page remove it, because the chat is over. */
  end: () => void;
  /** Tells the host page that an agent's call rings, with a text for the peek; undefined when it stops. */
  ring: (text: string | undefined) => void;
  /** Number of messages and calls that came while the visitor did not look. */
  unread: number;
};

/** Loads what tells the host page's analytics what happens. The function must stay the same. */
export type FetchDeeds = () => Promise<Pick<typeof import("./tellDeeds"), "tellDeeds">>;

/**
 * Tracks whether the visitor looks at the page: the tab is in front and, in a host page, the frame is open. Otherwise,
 * counts new messages and calls for the launcher's badge.
 */
export function usePresence(isEmbedded: boolean, fetchDeeds: FetchDeeds): Presence {
  const { t } = useTranslation();
  const i18n = useI18n();
  const bridge = useRef<Bridge | undefined>(undefined);
  const [isOpen, setIsOpen] = useState(true);
  const [isInFront, setIsInFront] = useState(!document.hidden);
  const store = useStore();
  const tellServer = useSetAtom(seenAtom);
  const setSeen = useSetAtom(setSeenAtom);
  const nudge = useSetAtom(nudgeAtom);
  const wake = useSetAtom(wakeAtom);
  const received = useAtomValue(receivedCountAtom);
  const rung = useAtomValue(rungCountAtom);
  const [seen, setSeenUpTo] = useState({ received: 0, rung: 0 });
  const isSeen = isOpen && isInFront;

  useEffect(() => {
    if (!isEmbedded) return;
    const parent = listenToParent(window, (said) => {
      if (said.kind === "open" || said.kind === "hide") setIsOpen(said.kind === "open");
      else void store.set(obeyHostAtom, said, i18n);
    });
    bridge.current = parent;
    const leaving = new AbortController();
    // Without it the host page only counts less.
    fetchDeeds()
      .then(({ tellDeeds }) => tellDeeds(store, parent.say, leaving.signal))
      .catch(() => undefined);
    return () => {
      leaving.abort();
      parent.end();
    };
  }, [isEmbedded, store, i18n, fetchDeeds]);

  useNews(bridge);

  useEffect(() => {
    const look = () => setIsInFront(!document.hidden);
    const stop = onWake(window, wake);
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      stop();
    };
  }, [wake]);

  useEffect(() => {
    setSeen(isSeen);
    tellServer(isSeen);
    if (isSeen) nudge();
  }, [isSeen, setSeen, tellServer, nudge]);

  useEffect(() => {
    if (isSeen)
      setSeenUpTo((last) => (last.received === received && last.rung === rung ? last : { received, rung }));
    else if (received > seen.received) {
      const text = latestWords(store.get(rowsAtom));
      bridge.current?.say({ source: "frontdesk", kind: "message", text, close: t("page_close") });
    }
  }, [received, seen, rung, isSeen, store, t]);

  const unread = isSeen ? 0 : received - seen.received + rung - seen.rung;
  useEffect(() => bridge.current?.say({ source: "frontdesk", kind: "unread", unread }), [unread]);

  const hide = useCallback(() => {
    setIsOpen(false);
    bridge.current?.say({ source: "frontdesk", kind: "hidden", hidden: true });
  }, []);

  useEffect(() => {
    if (!isEmbedded) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented && !isSomethingOpen()) hide();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [isEmbedded, hide]);

  return {
    hide,
    end: useCallback(() => {
      setIsOpen(false);
      bridge.current?.say({ source: "frontdesk", kind: "close", hidden: true, close: true });
    }, []),
    ring: useCallback(
      (text) => {
        const isRinging = text !== undefined;
        bridge.current?.say({ source: "frontdesk", kind: "call", isRinging, text, close: t("page_close") });
      },
      [t],
    ),
    unread,
  };
}

const STATUS: Record<Phase, ChatStatus> = {
  robot: "robot",
  queued: "queued",
  manual: "agent",
  ended: "ended",
};

/** Tells the host page the status, the queue position and connection errors. */
function useNews(bridge: RefObject<Bridge | undefined>): void {
  const isOpen = useAtomValue(stageAtom) === "open";
  const phase = useAtomValue(phaseAtom);
  const position = useAtomValue(positionAtom);
  const isOffline = useAtomValue(connectionAtom) === "offline";

  useEffect(() => {
    if (isOpen) bridge.current?.say({ source: "frontdesk", kind: "status", status: STATUS[phase] });
  }, [bridge, isOpen, phase]);
  useEffect(() => {
    if (isOpen) bridge.current?.say({ source: "frontdesk", kind: "queue", position });
  }, [bridge, isOpen, position]);
  useEffect(() => {
    if (isOffline) bridge.current?.say({ source: "frontdesk", kind: "error", error: "offline" });
  }, [bridge, isOffline]);
}

/** Whether a dialog or a panel is open, which Escape closes before it hides the chat. */
function isSomethingOpen(): boolean {
  return document.querySelector('dialog[open], [aria-expanded="true"]') !== null;
}

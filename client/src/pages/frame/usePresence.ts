import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ChatStatus } from "../../../packages/embed/src/api";
import { type Bridge, listenToParent } from "../../bridge/child";
import { useWords } from "../../i18n/useWords";
import { onWake } from "../../lib/waking";
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
import { heardCountAtom, rungCountAtom, setSeenAtom } from "../../state/sound.atoms";
import type { Phase } from "../../wire/session";
import { latestWords } from "../chat/latestWords";

export type Presence = {
  /** Hides the frame; the chat goes on. */
  hide: () => void;
  /** The chat is over: the frame is hidden and goes. */
  end: () => void;
  /** The agent calls, in these words; nothing when it is over. */
  ring: (words: string | undefined) => void;
  /** How many messages and calls came while nobody looked. */
  unread: number;
};

/**
 * Whether somebody looks at the page: the tab is in front, and in a shop's page the frame is open. What comes
 * meanwhile is counted for the launcher's badge.
 */
export function usePresence(isEmbedded: boolean): Presence {
  const { t } = useTranslation();
  const words = useWords();
  const bridge = useRef<Bridge | undefined>(undefined);
  const [isOpen, setIsOpen] = useState(true);
  const [isInFront, setIsInFront] = useState(!document.hidden);
  const store = useStore();
  const tellServer = useSetAtom(seenAtom);
  const setSeen = useSetAtom(setSeenAtom);
  const nudge = useSetAtom(nudgeAtom);
  const wake = useSetAtom(wakeAtom);
  const heard = useAtomValue(heardCountAtom);
  const rung = useAtomValue(rungCountAtom);
  const [seen, setSeenUpTo] = useState({ heard: 0, rung: 0 });
  const isSeen = isOpen && isInFront;

  useEffect(() => {
    if (!isEmbedded) return;
    const parent = listenToParent(window, (said) => {
      if (said.kind === "open" || said.kind === "hide") setIsOpen(said.kind === "open");
      else void store.set(obeyHostAtom, said, words);
    });
    bridge.current = parent;
    return () => parent.end();
  }, [isEmbedded, store, words]);

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
    if (isSeen) setSeenUpTo((last) => (last.heard === heard && last.rung === rung ? last : { heard, rung }));
    else if (heard > seen.heard) {
      const text = latestWords(store.get(rowsAtom));
      bridge.current?.say({ source: "frontdesk", kind: "message", text, close: t("page_close") });
    }
  }, [heard, seen, rung, isSeen, store, t]);

  const unread = isSeen ? 0 : heard - seen.heard + rung - seen.rung;
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

/** Tells the page around the chat how things stand. */
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

/** A dialog or a panel, which Escape closes before it hides the chat. */
function isSomethingOpen(): boolean {
  return document.querySelector('dialog[open], [aria-expanded="true"]') !== null;
}

import { clsx } from "clsx";
import { Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useRoute } from "wouter";
import { useMedia } from "../../lib/useMedia";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { showToast } from "../../ui/toast";
import type { Group, SignedIn } from "../../wire/account";
import { VisitorPanel } from "../assist/VisitorPanel";
import { DeskCall } from "../call/DeskCall";
import { LeftPane } from "../left/LeftPane";
import { Lists } from "../lists/Lists";
import { titleOf } from "../notices";
import { openRowAtom, unreadAtom } from "../state/desk.atoms";
import { hurryDraftsAtom } from "../state/drafts.atoms";
import { leftNewsAtom } from "../state/left.atoms";
import { mentionNewsAtom } from "../state/mentions.atoms";
import { runAtom } from "../state/poll.atoms";
import { openTalkOfAtom } from "../state/talk.atoms";
import { NoTalk } from "../talk/NoTalk";
import { TalkPane } from "../talk/TalkPane";
import { AgentHeader } from "./AgentHeader";
import { CommandBar } from "./CommandBar";
import { ConnectionNotice } from "./ConnectionNotice";
import styles from "./DeskPage.module.css";
import { ShortcutSheet } from "./ShortcutSheet";
import { useShortcuts } from "./useShortcuts";

/** Same as in DeskPage.module.css: below this width, the columns are shown one at a time. */
const ONE_COLUMN = "(width <= 800px)";

/** Shows three columns: the lists, the open conversation, and its visitor. Phones show one at a time. */
export function DeskPage({ agent, groups }: { agent: SignedIn; groups: readonly Group[] }) {
  const { t } = useTranslation("desk");
  const name = t("title");
  const [, params] = useRoute("/talk/:userId");
  const [, goTo] = useLocation();
  const [, left] = useRoute("/left/:what/:id");
  const userId = params?.userId ?? "";
  const row = useAtomValue(openRowAtom);
  const [isAssistOpen, setAssistOpen] = useState(false);
  const [panel, setPanel] = useState<"commands" | "shortcuts" | undefined>(undefined);
  const isOpen = left !== null || userId !== "";
  const isListAlone = useMedia(ONE_COLUMN) && !isOpen;
  usePoll();
  useNotificationClicks();
  useTitle(name);
  useOpenTalk(userId);
  useLeftNews();
  useMentionNews();
  useHurriedDrafts();
  useShortcuts({ onPanel: setPanel });

  const ListsPlace = isListAlone ? "main" : "aside";
  return (
    <div className={clsx(styles.desk, isOpen && styles.isOpen, userId !== "" && styles.hasTalk)}>
      <header className="visually-hidden">
        <h1>{name}</h1>
      </header>
      <Suspense>
        <DeskCall />
      </Suspense>
      {/* If only the list is shown, the other `main` is hidden. */}
      <ListsPlace className={styles.lists}>
        <AgentHeader agent={agent} onPanel={setPanel} />
        <ConnectionNotice />
        <Lists openId={left ? left.id : userId} isLeftOpen={left !== null} groups={groups} />
      </ListsPlace>
      <main className={styles.talk}>
        {left ? <LeftPane key={left.id} what={left.what} id={left.id} onLeave={() => goTo("/")} /> : null}
        {!left && userId === "" ? <NoTalk /> : null}
        {userId === "" ? null : (
          <TalkPane
            key={userId}
            userId={userId}
            row={row}
            groups={groups}
            isAssistOpen={isAssistOpen}
            onAssist={() => setAssistOpen(!isAssistOpen)}
            onLeave={() => goTo("/")}
          />
        )}
      </main>
      {userId === "" ? null : (
        <VisitorPanel userId={userId} row={row} isOpen={isAssistOpen} onClose={() => setAssistOpen(false)} />
      )}
      <CommandBar isOpen={panel === "commands"} onClose={() => setPanel(undefined)} onPanel={setPanel} />
      <ShortcutSheet isOpen={panel === "shortcuts"} onClose={() => setPanel(undefined)} />
    </div>
  );
}

function usePoll(): void {
  const run = useSetAtom(runAtom);
  useEffect(() => {
    const end = new AbortController();
    void run(end.signal);
    return () => end.abort();
  }, [run]);
}

function useTitle(name: string): void {
  const unread = useAtomValue(unreadAtom);
  useEffect(() => {
    document.title = titleOf(name, unread);
    // An installed desk shows the number on its icon.
    void navigator.setAppBadge?.(unread).catch(() => undefined);
    return () => {
      document.title = name;
    };
  }, [name, unread]);
}

/** Opens the conversation of a notification that was clicked: the worker names its path. */
function useNotificationClicks(): void {
  const [, go] = useLocation();
  useEffect(() => {
    const opened = ({ data }: MessageEvent) => {
      if (data?.kind === "frontdesk.open" && /^\/desk\/talk\/[^/]+$/.test(data.path))
        go(data.path.slice("/desk".length));
    };
    const { serviceWorker } = navigator;
    serviceWorker?.addEventListener("message", opened);
    return () => serviceWorker?.removeEventListener("message", opened);
  }, [go]);
}

/** Shows a toast for a new left item; the list and its count update by themselves. */
function useLeftNews(): void {
  const { t } = useTranslation("desk");
  const news = useAtomValue(leftNewsAtom);
  useEffect(() => {
    if (news) showToast("success", t(`left_${news.what}_came`));
  }, [news, t]);
}

/** Shows a toast for a new mention; the list and its count update by themselves. */
function useMentionNews(): void {
  const { t } = useTranslation("desk");
  const news = useAtomValue(mentionNewsAtom);
  useEffect(() => {
    if (news) showToast("success", t("mention_came", { name: news.by }));
  }, [news, t]);
}

/** Saves drafts before the page may be gone. */
function useHurriedDrafts(): void {
  const hurry = useSetAtom(hurryDraftsAtom);
  useEffect(() => {
    const listening = new AbortController();
    const onHide = () => {
      if (document.visibilityState === "hidden") hurry();
    };
    document.addEventListener("visibilitychange", onHide, { signal: listening.signal });
    window.addEventListener("pagehide", () => hurry(), { signal: listening.signal });
    return () => listening.abort();
  }, [hurry]);
}

function useOpenTalk(userId: string): void {
  const open = useSetAtom(openTalkOfAtom);
  useEffect(() => {
    open(userId);
  }, [open, userId]);
}

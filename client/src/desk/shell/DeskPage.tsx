import { clsx } from "clsx";
import { Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useRoute } from "wouter";
import { useMedia } from "../../lib/useMedia";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { showToast } from "../../ui/toast";
import type { Group, SignedIn } from "../../wire/account";
import { VisitorPanel } from "../assist/VisitorPanel";
import { DeskCall } from "../call/DeskCall";
import { ItemPane } from "../items/ItemPane";
import { Palette } from "../keys/Palette";
import { useKeys } from "../keys/useKeys";
import { Lists } from "../lists/Lists";
import { useListOffers } from "../lists/useListOffers";
import { titleOf } from "../notices";
import { openRowAtom, unreadAtom } from "../state/desk.atoms";
import { hurryDraftsAtom } from "../state/drafts.atoms";
import { itemNewsAtom } from "../state/items.atoms";
import { shownListAtom } from "../state/lists.atoms";
import { mentionNewsAtom } from "../state/mentions.atoms";
import { runAtom } from "../state/poll.atoms";
import { openTalkOfAtom } from "../state/talk.atoms";
import { NoTalk } from "../talk/NoTalk";
import { TalkPane } from "../talk/TalkPane";
import { AgentHeader } from "./AgentHeader";
import { Announcer } from "./Announcer";
import { ConnectionNotice } from "./ConnectionNotice";
import styles from "./DeskPage.module.css";
import { ShortcutSheet } from "./ShortcutSheet";
import { useDeskOffers } from "./useDeskOffers";
import { useKeptFocus } from "./useKeptFocus";

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
  const desk = useRef<HTMLDivElement>(null);
  const isOpen = left !== null || userId !== "";
  const areItemsShown = useAtomValue(shownListAtom) === "left" && userId === "";
  // The table of left items takes the whole width until one is open.
  const isListAlone = (useMedia(ONE_COLUMN) || areItemsShown) && !isOpen;
  usePoll();
  useNotificationClicks();
  useTitle(name);
  useOpenTalk(userId);
  useItemNews();
  useMentionNews();
  useHurriedDrafts();
  useKeys();
  useKeptFocus(desk);
  useDeskOffers();
  useListOffers({ isOpen: isAssistOpen, onClose: () => setAssistOpen(false) });

  return (
    <div
      ref={desk}
      className={clsx(
        styles.desk,
        isOpen && styles.isOpen,
        userId !== "" && styles.hasTalk,
        areItemsShown && styles.hasItems,
      )}
    >
      <header className="visually-hidden">
        <h1>{name}</h1>
      </header>
      <Suspense>
        <DeskCall />
      </Suspense>
      {/* If only the list is shown, the other `main` is hidden. The element stays the same, and so does the focus. */}
      <div className={styles.lists} role={isListAlone ? "main" : "complementary"}>
        <AgentHeader agent={agent} />
        <ConnectionNotice />
        <Lists openId={left ? left.id : userId} isLeftOpen={left !== null} groups={groups} />
      </div>
      <main className={styles.talk}>
        {left ? <ItemPane key={left.id} what={left.what} id={left.id} onLeave={() => goTo("/")} /> : null}
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
        <VisitorPanel
          userId={userId}
          row={row}
          isOpen={isAssistOpen}
          onOpen={() => setAssistOpen(true)}
          onClose={() => setAssistOpen(false)}
        />
      )}
      <Announcer />
      <Palette />
      <ShortcutSheet />
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

/** Shows a toast for a new left item and for one that is due; the list and its count update by themselves. */
function useItemNews(): void {
  const { t } = useTranslation("desk");
  const news = useAtomValue(itemNewsAtom);
  useEffect(() => {
    if (news?.what === "due") showToast("error", t("item_due_now", { name: news.name || t("left_unnamed") }));
    else if (news) showToast("success", t(`left_${news.what}_came`));
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

import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { showToast } from "../../ui/toast";
import { useRescueNews } from "../duty/useRescueNews";
import { titleOf } from "../notices";
import { unreadAtom } from "../state/desk.atoms";
import { hurryDraftsAtom } from "../state/drafts.atoms";
import { itemNewsAtom } from "../state/items.atoms";
import { mentionNewsAtom } from "../state/mentions.atoms";
import { runAtom } from "../state/poll.atoms";

/**
 * What the desk does and does not show, whichever room is open: the poll, its news, the title. It stands beside the rooms,
 * so that an event that changes it does not draw them again.
 */
export function DeskBehaviour({ title }: { title: string }) {
  usePoll();
  useNotificationClicks();
  useTitle(title);
  useItemNews();
  useMentionNews();
  useRescueNews();
  useHurriedDrafts();
  return null;
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
  }, [name, unread]);
  useEffect(
    () => () => {
      document.title = name;
    },
    [name],
  );
}

/** Opens what a clicked notification is about: the worker names its path. */
function useNotificationClicks(): void {
  const [, go] = useLocation();
  useEffect(() => {
    const opened = ({ data }: MessageEvent) => {
      if (data?.kind === "frontdesk.open" && /^\/desk\/(wall|(talk|left\/\w+)\/[^/]+)$/.test(data.path))
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

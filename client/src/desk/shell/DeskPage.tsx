import { lazy, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useRoute } from "wouter";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { LoadingWords } from "../../ui/LoadingWords";
import { showToast } from "../../ui/toast";
import type { Group, SignedIn } from "../../wire/account";
import { DutyAlarm } from "../duty/DutyAlarm";
import { useRescueNews } from "../duty/useRescueNews";
import { titleOf } from "../notices";
import { unreadAtom } from "../state/desk.atoms";
import { hurryDraftsAtom } from "../state/drafts.atoms";
import { itemNewsAtom } from "../state/items.atoms";
import { mentionNewsAtom } from "../state/mentions.atoms";
import { runAtom } from "../state/poll.atoms";
import { Announcer } from "./Announcer";
import { Columns } from "./Columns";
import { LeavingDialog } from "./LeavingDialog";

const WallRoom = lazy(() => import("../wall/WallRoom").then(({ WallRoom }) => ({ default: WallRoom })));
const ReportsRoom = lazy(() =>
  import("../reports/ReportsRoom").then(({ ReportsRoom }) => ({ default: ReportsRoom })),
);

/** Shows the conversations, the supervisor's wall or the reports. Whichever is shown, the poll runs and tells of news. */
export function DeskPage({ agent, groups }: { agent: SignedIn; groups: readonly Group[] }) {
  const { t } = useTranslation("desk");
  const [isWall] = useRoute("/wall");
  const [areReports] = useRoute("/reports");
  usePoll();
  useNotificationClicks();
  useTitle(t(isWall ? "wall_title" : areReports ? "reports_title" : "title"));
  useItemNews();
  useMentionNews();
  useRescueNews();
  useHurriedDrafts();
  return (
    <>
      <Suspense fallback={<LoadingWords>{t("room_loading")}</LoadingWords>}>
        {isWall ? <WallRoom /> : null}
        {areReports ? <ReportsRoom groups={groups} /> : null}
      </Suspense>
      {isWall || areReports ? null : <Columns agent={agent} groups={groups} />}
      <Announcer />
      <DutyAlarm />
      <LeavingDialog />
    </>
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
      if (data?.kind === "frontdesk.open" && /^\/desk\/(talk|left\/\w+)\/[^/]+$/.test(data.path))
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

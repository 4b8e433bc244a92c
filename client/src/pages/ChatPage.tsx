import { Suspense, useEffect } from "react";
import { useLocation } from "wouter";
import { useWords } from "../i18n/useWords";
import { removeFirstField } from "../lib/firstField";
import { fetchCleaner } from "../lib/html";
import { lazily, whenIdle } from "../lib/lazily";
import { leavePlace } from "../lib/places";
import { readQuery } from "../lib/query";
import { useAtomValue, useStore } from "../state/jotai";
import { openPage } from "../state/openPage";
import { pageAtom } from "../state/page.atoms";
import { heardAtom } from "../state/sound.atoms";
import { ChatSkeleton } from "./ChatSkeleton";
import { useKeyboardInset } from "./useKeyboardInset";

// The screen comes while the channel is asked for, the dialogs when the page has nothing better to do.
const screen = () => import("./ChatScreen");
const later = () => import("./later");
const ChatScreen = lazily(async () => (await screen()).ChatScreen);

/** The main chat: it opens its channel, and shows the place of what is coming until it is there. */
export function ChatPage() {
  const store = useStore();
  const words = useWords();
  const [, navigate] = useLocation();
  const page = useAtomValue(pageAtom);
  useKeyboardInset();

  useEffect(() => {
    const leaving = new AbortController();
    const onLeaveMessage = (tenantId: string, userId: string) =>
      navigate(leavePlace(readQuery(location.search), tenantId, userId));
    screen().catch(() => undefined);
    void openPage({
      store,
      words,
      onHeard: () => store.set(heardAtom),
      onLeaveMessage,
      signal: leaving.signal,
    });
    return () => {
      leaving.abort();
      removeFirstField();
    };
  }, [store, words, navigate]);

  useEffect(() => {
    if (page.kind === "ready") whenIdle([later, fetchCleaner]);
  }, [page.kind]);

  useEffect(() => {
    if (page.kind !== "missing") return;
    if (window.parent !== window) tellParentMissing().catch(() => undefined);
    navigate("/404", { replace: true });
  }, [page, navigate]);

  if (page.kind !== "ready") return <ChatSkeleton isLate={page.kind === "waiting"} />;
  return (
    <Suspense fallback={<ChatSkeleton />}>
      <ChatScreen channel={page.channel} query={page.query} />
    </Suspense>
  );
}

async function tellParentMissing(): Promise<void> {
  const { listenToParent } = await import("../bridge/child");
  listenToParent(window, () => undefined).say({ source: "frontdesk", kind: "error", error: "missing" });
}

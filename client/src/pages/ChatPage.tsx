import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { fetchLaterKinds } from "../features/message/ContentView";
import { whenIdle } from "../lib/lazily";
import { useAtomValue, useStore } from "../state/jotai";
import { openPage } from "../state/openPage";
import { pageAtom } from "../state/page.atoms";
import { heardAtom } from "../state/sound.atoms";
import { ChatDialogs } from "./ChatDialogs";
import { ChatScreen } from "./ChatScreen";
import { ChatSkeleton } from "./ChatSkeleton";
import { useKeyboardInset } from "./useKeyboardInset";

/** The main chat: it opens its channel, and shows the place of what is coming until it is there. */
export function ChatPage() {
  const store = useStore();
  const { i18n } = useTranslation();
  const [, navigate] = useLocation();
  const page = useAtomValue(pageAtom);
  useKeyboardInset();

  useEffect(() => {
    const leaving = new AbortController();
    void openPage({ store, words: i18n, onHeard: () => store.set(heardAtom), signal: leaving.signal });
    return () => leaving.abort();
  }, [store, i18n]);

  useEffect(() => {
    if (page.kind === "ready") whenIdle([fetchLaterKinds, () => import("./later")]);
  }, [page.kind]);

  useEffect(() => {
    if (page.kind === "missing") navigate("/404", { replace: true });
  }, [page, navigate]);

  if (page.kind !== "ready") return <ChatSkeleton isLate={page.kind === "waiting"} />;
  return (
    <>
      <ChatScreen channel={page.channel} query={page.query} />
      <ChatDialogs channel={page.channel} api={page.api} query={page.query} />
    </>
  );
}

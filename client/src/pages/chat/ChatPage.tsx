import { startTransition, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useWords } from "../../i18n/useWords";
import { removeEarlyField } from "../../lib/earlyField";
import { fetchCleaner } from "../../lib/html";
import { whenIdle } from "../../lib/lazyParts";
import { leavePlace } from "../../lib/places";
import { readQuery } from "../../lib/query";
import { useAtomValue, useStore } from "../../state/jotai";
import { openPage } from "../../state/openPage";
import { pageAtom } from "../../state/page.atoms";
import { heardAtom } from "../../state/sound.atoms";
import { ChatSkeleton } from "../frame/ChatSkeleton";
import { useKeyboardInset } from "../frame/useKeyboardInset";
import type { ChatScreen } from "./ChatScreen";
import { idleParts } from "./loadIdleParts";

/** The chat page: opens its channel, and shows a skeleton until the chat is ready. */
export function ChatPage() {
  const store = useStore();
  const words = useWords();
  const [, navigate] = useLocation();
  const page = useAtomValue(pageAtom);
  // Not a lazy component, because React shows a suspended one late.
  const [Screen, setScreen] = useState<typeof ChatScreen>();
  useKeyboardInset();

  useEffect(() => {
    const leaving = new AbortController();
    const onLeaveMessage = (tenantId: string, userId: string) =>
      navigate(leavePlace(readQuery(location.search), tenantId, userId));
    const fetchParts = async () => {
      const parts = await import("./chatParts");
      startTransition(() => setScreen(() => parts.ChatScreen));
      return parts;
    };
    void openPage({
      store,
      words,
      fetchParts,
      onHeard: () => store.set(heardAtom),
      onLeaveMessage,
      signal: leaving.signal,
    });
    return () => {
      leaving.abort();
      removeEarlyField();
    };
  }, [store, words, navigate]);

  useEffect(() => {
    return page.kind === "ready" ? whenIdle([idleParts.fetch, fetchCleaner]) : undefined;
  }, [page.kind]);

  useEffect(() => {
    if (page.kind !== "missing") return;
    if (window.parent !== window) tellParentMissing().catch(() => undefined);
    navigate("/404", { replace: true });
  }, [page, navigate]);

  if (page.kind !== "ready" || !Screen) return <ChatSkeleton isLate={page.kind === "waiting"} />;
  return <Screen channel={page.channel} query={page.query} />;
}

async function tellParentMissing(): Promise<void> {
  const { listenToParent } = await import("../../bridge/child");
  listenToParent(window, () => undefined).say({ source: "frontdesk", kind: "error", error: "missing" });
}

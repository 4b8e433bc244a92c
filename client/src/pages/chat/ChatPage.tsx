import { startTransition, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useI18n } from "../../i18n/useI18n";
import { removeEarlyField } from "../../lib/earlyField";
import { fetchCleaner } from "../../lib/html";
import { whenIdle } from "../../lib/lazyParts";
import { leavePath } from "../../lib/paths";
import { readQuery } from "../../lib/query";
import { useAtomValue, useStore } from "../../state/jotai";
import { openPage } from "../../state/openPage";
import { pageAtom } from "../../state/page.atoms";
import { receivedAtom } from "../../state/sound.atoms";
import { ChatSkeleton } from "../frame/ChatSkeleton";
import { useKeyboardInset } from "../frame/useKeyboardInset";
import type { ChatScreen } from "./ChatScreen";
import { idleParts } from "./loadIdleParts";

/** The chat page: opens its channel, and shows a skeleton until the chat is ready. */
export function ChatPage() {
  const store = useStore();
  const i18n = useI18n();
  const [, navigate] = useLocation();
  const page = useAtomValue(pageAtom);
  // Not a lazy component, because React shows a suspended one late.
  const [Screen, setScreen] = useState<typeof ChatScreen>();
  useKeyboardInset();

  useEffect(() => {
    const leaving = new AbortController();
    const onLeaveMessage = (tenantId: string, userId: string) =>
      navigate(leavePath(readQuery(location.search), tenantId, userId));
    const fetchParts = async () => {
      const parts = await import("./chatParts");
      startTransition(() => setScreen(() => parts.ChatScreen));
      return parts;
    };
    void openPage({
      store,
      i18n: i18n,
      fetchParts,
      onMessage: () => store.set(receivedAtom),
      onLeaveMessage,
      signal: leaving.signal,
    });
    return () => {
      leaving.abort();
      removeEarlyField();
    };
  }, [store, i18n, navigate]);

  useEffect(() => {
    return page.kind === "ready" ? whenIdle([idleParts.fetch, fetchCleaner]) : undefined;
  }, [page.kind]);

  useEffect(() => {
    if (page.kind !== "missing") return;
    if (window.parent !== window) tellParentMissing().catch(() => undefined);
    navigate("/404", { replace: true });
  }, [page, navigate]);

  if (page.kind !== "ready" || !Screen) return <ChatSkeleton isLate={page.kind === "waiting"} />;
  return <Screen channel={page.channel} query={page.query} refusal={page.refusal} />;
}

async function tellParentMissing(): Promise<void> {
  const { listenToParent } = await import("./chatParts");
  listenToParent(window, () => undefined).say({ source: "frontdesk", kind: "error", error: "missing" });
}

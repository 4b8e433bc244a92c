import { useCallback, useEffect, useRef } from "react";
import { conversationAtom } from "../../state/chat.atoms";
import { useStore } from "../../state/jotai";
import { draftAtom } from "../../state/page.atoms";

/**
 * Requirement CH-19: the browser asks for confirmation before the visitor leaves an open conversation. In a host page's
 * frame it asks only if a text or an upload would be lost: the conversation goes on at the shop's next page, and a
 * question at each link would disturb. Returns a function that goes back without asking again.
 */
export function useLeaving(isEmbedded: boolean): () => void {
  const store = useStore();
  const isAsked = useRef(false);

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      const { phase, stage, entries } = store.get(conversationAtom);
      // Unsent messages survive the page, but an upload would start again.
      const isUnsent = entries.some((one) => one.progress !== undefined && one.delivery !== "sent");
      const isOpen = stage === "open" && phase !== "ended";
      const wouldLose = (isOpen && !isEmbedded) || isUnsent || store.get(draftAtom).trim() !== "";
      if (wouldLose && !isAsked.current) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isEmbedded, store]);

  return useCallback(() => {
    isAsked.current = true;
    window.history.back();
  }, []);
}

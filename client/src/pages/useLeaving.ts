import { useCallback, useEffect, useRef } from "react";
import { conversationAtom } from "../state/chat.atoms";
import { useStore } from "../state/jotai";
import { draftAtom } from "../state/page.atoms";

/**
 * Spec §4: leaving the page asks first, in the browser's own words, while something would be lost: a place in the
 * queue, an agent's attention, words that are not sent. In a shop's frame the shop's page is left, and nobody asks
 * there. Answers the way back, for who has been asked already.
 */
export function useLeaving(isEmbedded: boolean): () => void {
  const store = useStore();
  const isAsked = useRef(false);

  useEffect(() => {
    if (isEmbedded) return;
    const ask = (event: BeforeUnloadEvent) => {
      const { phase, stage, entries } = store.get(conversationAtom);
      // What is unsent outlasts the page; a file on its way would begin anew.
      const isUnsent = entries.some((one) => one.progress !== undefined && one.delivery !== "sent");
      const isWaitedFor = stage === "open" && (phase === "manual" || phase === "queued");
      const wouldLose = isWaitedFor || isUnsent || store.get(draftAtom).trim() !== "";
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

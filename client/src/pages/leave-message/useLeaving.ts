import { useCallback, useEffect, useRef } from "react";
import { conversationAtom } from "../../state/chat.atoms";
import { useStore } from "../../state/jotai";
import { draftAtom } from "../../state/page.atoms";

/**
 * Requirement CH-19: leaving the page asks first, in the browser's own words. An open conversation asks. In a shop's frame only
 * what would be lost asks: words and files that are not sent. The conversation itself goes on at the shop's next page,
 * and a question at each link would be in the visitor's way. Answers the way back, for who has been asked already.
 */
export function useLeaving(isEmbedded: boolean): () => void {
  const store = useStore();
  const isAsked = useRef(false);

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      const { phase, stage, entries } = store.get(conversationAtom);
      // What is unsent outlasts the page; a file on its way would begin anew.
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

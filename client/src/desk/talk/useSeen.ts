import { useEffect, useSyncExternalStore } from "react";
import { useSetAtom } from "../../state/jotai";
import { newestPlace } from "../deskReduce";
import { seenAtom } from "../state/talk.atoms";
import type { Talk } from "../types";

/** Marks a conversation as read while its newest message stands before the agent's eyes. */
export function useSeen(userId: string, talk: Talk, isAtEnd: boolean): void {
  const isVisible = useSyncExternalStore(subscribe, () => document.visibilityState === "visible");
  const seen = useSetAtom(seenAtom);
  const newest = newestPlace(talk);
  useEffect(() => {
    if (isVisible && isAtEnd && talk.isLoaded && newest > 0) seen(userId);
  }, [isVisible, isAtEnd, talk.isLoaded, newest, seen, userId]);
}

function subscribe(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}

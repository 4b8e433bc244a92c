import { useEffect, useSyncExternalStore } from "react";
import { useSetAtom } from "../../state/jotai";
import { seenAtom } from "../state/talk.atoms";
import { newestSeq } from "../talkReduce";
import type { Row, Talk } from "../types";

/** Marks a conversation as read while its newest message is visible to the agent. */
export function useSeen(userId: string, talk: Talk, row: Row | undefined, isAtEnd: boolean): void {
  const isVisible = useSyncExternalStore(subscribe, () => document.visibilityState === "visible");
  const seen = useSetAtom(seenAtom);
  const sessionId = row?.sessionId ?? "";
  const newest = newestSeq(talk, sessionId);
  useEffect(() => {
    if (isVisible && isAtEnd && talk.isLoaded && newest > 0) seen({ userId, sessionId });
  }, [isVisible, isAtEnd, talk.isLoaded, newest, seen, userId, sessionId]);
}

function subscribe(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}

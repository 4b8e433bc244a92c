/** Tells the host page what happens in the chat, for its analytics: never a text, a name or an id. Loaded late. */
import type { Bridge } from "../../bridge/child";
import type { ChatDeed, FrameSays } from "../../bridge/protocol";
import type { Conversation } from "../../conversation/types";
import { conversationAtom } from "../../state/chat.atoms";
import { leftCountAtom } from "../../state/deeds.atoms";
import type { createStore } from "../../state/jotai";
import { receivedCountAtom } from "../../state/sound.atoms";

/** Tells deeds until the signal. */
export function tellDeeds(
  store: ReturnType<typeof createStore>,
  say: Bridge["say"],
  signal: AbortSignal,
): void {
  if (signal.aborted) return;
  const tell = (deed: ChatDeed) => say({ source: "frontdesk", kind: "deed", ...deed } satisfies FrameSays);
  let before = store.get(conversationAtom);
  let received = store.get(receivedCountAtom);
  let left = store.get(leftCountAtom);
  const stops = [
    store.sub(conversationAtom, () => {
      const after = store.get(conversationAtom);
      for (const deed of deedsBetween(before, after)) tell({ deed });
      before = after;
    }),
    store.sub(receivedCountAtom, () => {
      const count = store.get(receivedCountAtom);
      const from = store.get(conversationAtom).phase === "manual" ? "agent" : "robot";
      for (; received < count; received += 1) tell({ deed: "messageReceived", from });
    }),
    store.sub(leftCountAtom, () => {
      if (store.get(leftCountAtom) > left) tell({ deed: "leftMessage" });
      left = store.get(leftCountAtom);
    }),
  ];
  signal.addEventListener("abort", () => {
    for (const stop of stops) stop();
  });
}

/** The visitor's deeds that lead from one state of the conversation to the next. */
export function deedsBetween(before: Conversation, after: Conversation): ("messageSent" | "rated")[] {
  if (before.entries === after.entries && before.evaluation === after.evaluation) return [];
  const unsent = new Set(before.entries.flatMap((one) => (one.delivery === "sent" ? [] : [one.key])));
  const sent = after.entries.filter((one) => one.delivery === "sent" && unsent.has(one.key));
  const isSame = before.stage === "open" && before.sessionId === after.sessionId;
  const isRated = isSame && after.evaluation.isDone && !before.evaluation.isDone;
  return [...sent.map(() => "messageSent" as const), ...(isRated ? (["rated"] as const) : [])];
}

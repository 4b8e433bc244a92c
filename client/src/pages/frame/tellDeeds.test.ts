import { expect, it } from "vitest";
import { message } from "../../../test/conversations";
import type { ChatDeed } from "../../bridge/protocol";
import { emptyConversation } from "../../conversation/types";
import { changeAtom } from "../../state/chat.atoms";
import { countLeftAtom } from "../../state/deeds.atoms";
import { createStore } from "../../state/jotai";
import { receivedAtom } from "../../state/sound.atoms";
import { deedsBetween, tellDeeds } from "./tellDeeds";

it("a rating and a message that reached the server are told, what was there before is not", () => {
  const sent = { ...message(1, { sender: "visitor" as const }), key: "a", delivery: "sent" as const };
  const open = { ...emptyConversation, stage: "open" as const, sessionId: "s.1" };
  const unsent = { ...open, entries: [{ ...sent, delivery: "sending" as const }] };
  const done = { ...open.evaluation, isDone: true };

  expect(deedsBetween(unsent, { ...open, entries: [sent] })).toEqual(["messageSent"]);
  expect(deedsBetween(open, { ...open, entries: [sent] })).toEqual([]);
  expect(deedsBetween(open, { ...open, evaluation: done })).toEqual(["rated"]);
  expect(deedsBetween(emptyConversation, { ...open, evaluation: done })).toEqual([]);
});

it("tells who wrote a message, and that something was left, until the page is left", () => {
  const store = createStore();
  const leaving = new AbortController();
  const told: ChatDeed[] = [];
  tellDeeds(
    store,
    (said) => {
      if (said.kind === "deed") told.push(said);
    },
    leaving.signal,
  );

  store.set(receivedAtom);
  store.set(countLeftAtom);
  leaving.abort();
  store.set(receivedAtom);
  store.set(changeAtom, { kind: "evaluationAnswered" });

  expect(told).toEqual([
    { source: "frontdesk", kind: "deed", deed: "messageReceived", from: "robot" },
    { source: "frontdesk", kind: "deed", deed: "leftMessage" },
  ]);
});

import { describe, expect, it } from "vitest";
import type { ConversationRow } from "../wire/agent";
import type { Message } from "../wire/message";
import { deskReduce } from "./deskReduce";
import { isAnswer, isKeys } from "./rowWords";
import { type Desk, emptyDesk, type Row } from "./types";

const VISITOR = "v_1";
const SESSION = "v_1.1";
/** When Mia was connected. */
const SINCE = 100_000;
const HASH = "5f".repeat(32);

describe("the row of a conversation", () => {
  it("waits since the first words before the greeting, and shows the last of them", () => {
    const desk = read(listed(greeting), [
      said("Are you there?", { place: 1, at: 60_000 }),
      said("Where is my parcel 4711?", { place: 2, at: 70_000 }),
      greeting,
    ]);

    expect(rowOf(desk)).toMatchObject({
      waitingSince: 60_000,
      lastMessage: text("Where is my parcel 4711?"),
    });
  });

  it("keeps the visitor's words when the greeting arrives", () => {
    const asked = listed(said("Where is my parcel?", { place: 2, at: 70_000 }));

    const desk = arrives(asked, greeting);

    expect(rowOf(desk)).toMatchObject({ waitingSince: 70_000, lastMessage: text("Where is my parcel?") });
  });

  it("shows nothing, and no wait, while only the greeting was said", () => {
    expect(rowOf(read(listed(greeting), [greeting]))).toMatchObject({
      waitingSince: undefined,
      lastMessage: undefined,
    });
  });

  it("waits since the agent was connected if the robot had answered the words", () => {
    const desk = read(listed(greeting), [
      said("Where is my parcel?", { place: 1, at: 10_000 }),
      said("I do not know.", { place: 2, at: 10_500, sender: "robot" }),
      greeting,
    ]);

    expect(rowOf(desk)).toMatchObject({ waitingSince: SINCE, lastMessage: text("Where is my parcel?") });
  });

  it("counts what the visitor says after a message of an API key, which is no answer", () => {
    const asked = read(listed(greeting), [greeting, said("Hello?", { place: 5, at: 110_000 })]);
    const parcel = said("It is on its way.", { place: 6, at: 120_000, sender: "agent", clientId: HASH });

    const desk = arrives(asked, parcel);

    expect(rowOf(desk)).toMatchObject({ waitingSince: 110_000, lastMessage: text("It is on its way.") });
    expect([isKeys(parcel), isAnswer(parcel, rowOf(desk))]).toEqual([true, false]);
  });

  it("ends the wait with the agent's own answer, also in a page that is read", () => {
    const answer = said("It is here.", { place: 6, at: 120_000, sender: "agent", clientId: "a-1" });
    const desk = read(listed(answer), [said("Hello?", { place: 5, at: 110_000 }), answer]);

    expect(rowOf(desk)).toMatchObject({ waitingSince: undefined, lastMessage: text("It is here.") });
  });

  it("does not count the greeting of the agent before as an answer, nor hide the words behind it", () => {
    const early = said("Hello, Lin here.", { place: 3, at: 81_000, sender: "agent" });
    const talk = [
      said("Are you there?", { place: 1, at: 60_000 }),
      connected({ place: 2, at: 80_000 }),
      early,
      connected({ place: 4, at: SINCE }),
      { ...greeting, id: `${SESSION}.5` },
    ];
    const waiting = queued(early);

    expect(rowOf(read(listed(greeting), talk))).toMatchObject({ waitingSince: 60_000 });
    expect(waiting.queue[0]?.lastMessage).toMatchObject(text("Hello, Lin here."));
    const known = read(waiting, talk.slice(0, 3));
    expect(known.queue[0]?.lastMessage).toMatchObject(text("Are you there?"));
    expect(queued(early, known).queue[0]?.lastMessage).toMatchObject(text("Are you there?"));
  });

  it("does not show a notice for visitors as the last line", () => {
    const asked = listed(said("Hello?", { place: 5, at: 110_000 }));

    const desk = arrives(asked, said("You are number 3.", { place: 6, at: 111_000, sender: "system" }));

    expect(rowOf(desk).lastMessage).toMatchObject(text("Hello?"));
  });

  it("keeps a message that came after the page was read, and forgets other sessions", () => {
    const late = said("And my refund?", { place: 7, at: 130_000 });
    const old = { ...said("Long ago", { place: 1, at: 1 }), sessionId: "v_1.0" };
    const desk = read(listed(late), [old, said("Hello?", { place: 5, at: 110_000 })]);

    expect(rowOf(desk)).toMatchObject({ waitingSince: 110_000, lastMessage: text("And my refund?") });
  });
});

const greeting = said("Hello, Mia here.", { place: 4, at: SINCE + 1, sender: "agent" });

type Said = { place: number; at: number; sender?: Message["sender"]; clientId?: string };

function said(words: string, { place, at, sender = "visitor", clientId }: Said): Message {
  return {
    id: `${SESSION}.${place}`,
    ...(clientId === undefined ? {} : { clientId }),
    sessionId: SESSION,
    seq: place,
    sender,
    senderName: "",
    face: "",
    at,
    isRecalled: false,
    isSensitive: false,
    content: { kind: "text", text: words },
  };
}

function text(words: string) {
  return { content: { text: words } };
}

function connected({ place, at }: Said): Message {
  const line = { kind: "line" as const, text: "You are connected.", lineKey: "agent_connected" };
  return { ...said("", { place, at, sender: "system" }), content: line };
}

function listed(lastMessage: Message): Desk {
  return deskReduce(emptyDesk, { kind: "mineListed", rows: [listedRow(lastMessage)] });
}

function queued(lastMessage: Message, desk = emptyDesk): Desk {
  const rows = [{ ...listedRow(lastMessage), isQueued: true, position: 1 }];
  return deskReduce(desk, { kind: "queueListed", rows, next: "", isContinued: false });
}

function listedRow(lastMessage: Message): ConversationRow {
  return {
    userId: VISITOR,
    sessionId: SESSION,
    userName: "",
    channelId: "demo",
    groupId: "sales",
    isQueued: false,
    isRobots: false,
    position: 0,
    since: SINCE,
    lastMessage,
    unread: 0,
    tags: [],
    duty: undefined,
  };
}

function read(desk: Desk, messages: Message[]): Desk {
  const page = { messages, before: 1, hasOlder: false };
  return deskReduce(desk, { kind: "historyRead", userId: VISITOR, page, isNewest: true });
}

function arrives(desk: Desk, message: Message): Desk {
  const event = { kind: "message" as const, message, userId: VISITOR, sessionId: SESSION };
  return deskReduce(desk, { kind: "event", event, now: 0 });
}

function rowOf(desk: Desk): Row {
  const row = desk.mine[0];
  if (!row) throw new Error("no row");
  return row;
}

import { describe, expect, it } from "vitest";
import type { Entry } from "../conversation/types";
import type { ConversationRow, DeskEvent } from "../wire/agent";
import type { Message } from "../wire/message";
import { type DeskChange, deskReduce, inOrder } from "./deskReduce";
import { isRead, newestSeq } from "./talkReduce";
import { type Desk, emptyDesk, type Row, type Talk } from "./types";

const NOW = 1_790_000_000_000;
const VISITOR = "v_1";
const reason = {
  kind: "",
  ago: 0,
  idle: 0,
  conversations: 0,
  free: 0,
  by: "",
  from: "",
  lapse: "",
  priority: 0,
  to: "",
};
const why = { agent: reason, place: reason, line: reason, waited: 0 };

describe("lists", () => {
  it("an assigned visitor moves from the queue to the agent's own list", () => {
    const waiting = applied(emptyDesk, queueListed([row({ isQueued: true, position: 1 })]));

    const desk = applied(waiting, assigned());

    expect(desk.queue).toEqual([]);
    expect(desk.mine).toMatchObject([{ userId: VISITOR, isQueued: false, groupId: "sales" }]);
  });

  it("a repeated assignment of the same session keeps what arrived meanwhile", () => {
    const once = applied(emptyDesk, assigned(), said(message({ place: 5 })));

    const twice = applied(once, assigned());

    expect(twice).toEqual(once);
  });

  it("a visitor who comes back in another session starts afresh", () => {
    const before = applied(emptyDesk, assigned(), closed());

    const desk = applied(before, told({ ...assignedEvent, sessionId: "v_1.2" }));

    expect(desk.mine).toMatchObject([{ sessionId: "v_1.2", end: undefined }]);
  });

  it("a row counts unread messages and how long the visitor waits for an answer", () => {
    const desk = applied(
      emptyDesk,
      assigned(),
      said(message({ place: 5, at: 10 })),
      said(message({ place: 6, at: 20 })),
    );

    expect(desk.mine[0]).toMatchObject({ unread: 2, waitingSince: 10, lastMessage: { id: "v_1.1.6" } });
  });

  it("a message that arrives twice counts once", () => {
    const desk = applied(emptyDesk, assigned(), said(message({ place: 5 })), said(message({ place: 5 })));

    expect(desk.mine[0]?.unread).toBe(1);
    expect(desk.talks[VISITOR]?.entries).toHaveLength(1);
  });

  it("the agent's answer ends the wait, but a system line does not", () => {
    const asked = applied(emptyDesk, assigned(), said(message({ place: 5, at: 10 })));
    const noted = applied(asked, said(message({ place: 6, at: 20, sender: "system" })));
    const answered = applied(noted, said(message({ place: 7, at: 30, sender: "agent", clientId: "a-1" })));

    expect([noted.mine[0]?.waitingSince, answered.mine[0]?.waitingSince]).toEqual([10, undefined]);
  });

  it("an ended conversation stays with its rating until the agent dismisses it", () => {
    const rated = told({ kind: "evaluated", stars: 5, isSolved: true, ...who });
    const ended = applied(emptyDesk, assigned(), closed(), rated, { kind: "mineListed", rows: [] });
    const away = applied(ended, { kind: "dismissed", userId: VISITOR });

    expect(ended.mine).toMatchObject([{ end: "over", rating: { stars: 5, isSolved: true } }]);
    expect(away.mine).toEqual([]);
  });

  it("an open conversation keeps its rating when the list is read again, but another session has none", () => {
    const rated = told({ kind: "evaluated", stars: 4, isSolved: true, ...who });
    const open = applied(emptyDesk, assigned(), rated);
    const listed = (sessionId: string) =>
      applied(open, { kind: "mineListed", rows: [row({ sessionId })] }).mine[0]?.rating;

    expect(listed("v_1.1")).toEqual({ stars: 4, isSolved: true });
    expect(listed("v_1.2")).toBeUndefined();
  });

  it("an agent who did not open a conversation in time lost it by that, although the server began the time anew", () => {
    const online: DeskChange = { kind: "statusChanged", standing: { status: "online", capacity: 1 } };
    const due = (acceptBy: number | undefined) =>
      told({ kind: "due", duty: { acceptBy, answerBy: undefined, why }, ...who });
    const passedOn = told({ kind: "closed", reason: "passedOn", ...who });

    const late = applied(emptyDesk, online, assigned(), due(NOW - 10), due(NOW + 24_000), passedOn);
    const opened = applied(emptyDesk, online, assigned(), due(NOW + 9_000), due(undefined), passedOn);

    expect(late.mine[0]?.end).toBe("notAccepted");
    expect(opened.mine[0]?.end).toBe("passedOn");
  });

  it("a conversation that the server does not list disappears", () => {
    const desk = applied(emptyDesk, assigned(), { kind: "mineListed", rows: [] });

    expect(desk.mine).toEqual([]);
  });

  it("the next page of the queue adds no visitor twice", () => {
    const desk = applied(emptyDesk, queueListed([row({ userId: "v_1" }), row({ userId: "v_2" })]), {
      kind: "queueListed",
      rows: [row({ userId: "v_2" }), row({ userId: "v_3" })],
      next: "",
      isContinued: true,
    });

    expect(desk.queue.map((one) => one.userId)).toEqual(["v_1", "v_2", "v_3"]);
  });

  it("the list shows the longest wait first, then the newest activity, and ended conversations last", () => {
    const rows = [
      listRow({ userId: "ended", end: "over", waitingSince: undefined }),
      listRow({ userId: "quiet", since: 50 }),
      listRow({ userId: "newer", since: 90 }),
      listRow({ userId: "waits", waitingSince: 20 }),
      listRow({ userId: "waits-longest", waitingSince: 10 }),
    ];

    expect(inOrder(rows).map((one) => one.userId)).toEqual([
      "waits-longest",
      "waits",
      "newer",
      "quiet",
      "ended",
    ]);
  });
});

describe("messages", () => {
  it("a message appears once if the poll precedes the response to the send", () => {
    const sending = applied(emptyDesk, assigned(), wrote("a-1", "Hello"));
    const echo = message({ place: 6, at: 30, sender: "agent", clientId: "a-1", text: "Hello" });
    const answer = { messageId: "v_1.1.6", at: 30, seq: 6 };

    const desk = applied(sending, said(echo), { kind: "sent", userId: VISITOR, key: "a-1", answer });

    expect(desk.talks[VISITOR]?.entries).toMatchObject([{ key: "a-1", id: "v_1.1.6", delivery: "sent" }]);
  });

  it("a message appears once if the response to the send precedes the poll", () => {
    const answer = { messageId: "v_1.1.6", at: 30, seq: 6 };
    const sent = applied(emptyDesk, assigned(), wrote("a-1", "Hello"), {
      kind: "sent",
      userId: VISITOR,
      key: "a-1",
      answer,
    });

    const desk = applied(sent, said(message({ place: 6, at: 30, sender: "agent", clientId: "a-1" })));

    expect(desk.talks[VISITOR]?.entries).toHaveLength(1);
  });

  it("an unsent message stays at the end when others arrive", () => {
    const desk = applied(
      emptyDesk,
      assigned(),
      wrote("a-1", "mine"),
      said(message({ place: 5, at: NOW + 60_000 })),
    );

    expect(desk.talks[VISITOR]?.entries.map((entry) => entry.key)).toEqual(["v_1.1.5", "a-1"]);
  });

  it("a recalled message loses its text", () => {
    const desk = applied(
      emptyDesk,
      assigned(),
      said(message({ place: 6, sender: "agent", text: "secret" })),
      told({ kind: "recalled", messageId: "v_1.1.6", ...who }),
    );

    expect(desk.talks[VISITOR]?.entries[0]).toMatchObject({ isRecalled: true, content: { text: "" } });
  });

  it("a recalled message loses its text in the list too, whoever recalls it", () => {
    const talk = applied(emptyDesk, assigned(), said(message({ place: 6, sender: "agent", text: "secret" })));

    const received = applied(talk, told({ kind: "recalled", messageId: "v_1.1.6", ...who }));
    const done = applied(talk, { kind: "withdrew", userId: VISITOR, messageId: "v_1.1.6" });
    const earlier = applied(talk, told({ kind: "recalled", messageId: "v_1.1.5", ...who }));

    const withdrawn = { isRecalled: true, content: { text: "" } };
    expect([received.mine[0]?.lastMessage, done.mine[0]?.lastMessage]).toMatchObject([withdrawn, withdrawn]);
    expect(earlier.mine[0]?.lastMessage).toMatchObject({ isRecalled: false, content: { text: "secret" } });
  });

  it("a recalled message loses its text in quotes too, even if the message itself is not loaded", () => {
    const content = { kind: "text" as const, text: "secret" };
    const quote = {
      messageId: "v_1.1.2",
      sender: "agent" as const,
      senderName: "Mia",
      isRecalled: false,
      content,
    };
    const desk = applied(
      emptyDesk,
      assigned(),
      said({ ...message({ place: 6, sender: "agent", text: "As I said." }), quote }),
      told({ kind: "recalled", messageId: "v_1.1.2", ...who }),
    );

    expect(desk.talks[VISITOR]?.entries[0]?.quote).toMatchObject({ isRecalled: true, content: { text: "" } });
  });

  it("a read mark never moves back", () => {
    const read = (upTo: number) => told({ kind: "read", upTo, ...who });

    const known: DeskChange = { kind: "readKnown", userId: VISITOR, sessionId: "v_1.1", upTo: 6 };
    const desk = applied(emptyDesk, assigned(), read(7), read(5), known);

    expect(desk.talks[VISITOR]?.readUpTo).toEqual({ "v_1.1": 7 });
  });

  it("each session of a visitor has its own read mark", () => {
    const before = applied(
      emptyDesk,
      assigned(),
      said(message({ place: 29 })),
      said(message({ place: 30, sender: "agent" })),
      told({ kind: "read", upTo: 30, ...who }),
      closed(),
    );
    const again = { userId: VISITOR, sessionId: "v_1.2" };
    const first = { ...message({ place: 2, at: 40_000 }), id: "v_1.2.2", sessionId: "v_1.2" };
    const reply: Message = { ...first, id: "v_1.2.3", seq: 3, at: 41_000, sender: "agent" };

    const desk = applied(
      before,
      told({ ...assignedEvent, ...again }),
      told({ kind: "message", message: first, ...again }),
      told({ kind: "message", message: reply, ...again }),
    );
    const seen = applied(desk, told({ kind: "read", upTo: 3, ...again }));

    const marks = (one: Desk) => talkOf(one).entries.map((entry) => isRead(talkOf(one), entry));
    expect(newestSeq(talkOf(desk), "v_1.2")).toBe(3);
    expect([marks(desk), marks(seen)]).toEqual([
      [true, true, false, false],
      [true, true, true, true],
    ]);
  });

  it("a message written as its session ended belongs to the session that accepted it", () => {
    const answer = { messageId: "v_1.2.4", at: 50_000, seq: 4 };

    const desk = applied(
      emptyDesk,
      assigned(),
      wrote("a-1", "Still there?"),
      told({ ...assignedEvent, sessionId: "v_1.2" }),
    );
    const sent = applied(desk, { kind: "sent", userId: VISITOR, key: "a-1", answer });

    expect(newestSeq(talkOf(sent), "v_1.2")).toBe(4);
  });

  it("typing is shown for two seconds after the last event, but not after the message", () => {
    const typing = applied(emptyDesk, assigned(), told({ kind: "typing", text: "Whe", ...who }));
    const done = applied(typing, said(message({ place: 5 })));

    expect(typing.mine[0]?.typing).toEqual({ text: "Whe", until: NOW + 2000 });
    expect(done.mine[0]?.typing).toBeUndefined();
  });
});

describe("history", () => {
  it("the newest page merges with the messages from the poll", () => {
    const desk = applied(emptyDesk, assigned(), said(message({ place: 3 })), newest([1, 2, 3]));

    expect(keys(desk)).toEqual(["v_1.1.1", "v_1.1.2", "v_1.1.3"]);
    expect(desk.talks[VISITOR]).toMatchObject({ isLoaded: true, older: "end" });
    expect(newestSeq(talkOf(desk), "v_1.1")).toBe(3);
  });

  it("older pages are prepended, and the server says which is the last", () => {
    const full = Array.from({ length: 20 }, (_, at) => at + 10);
    const first = applied(emptyDesk, assigned(), newest(full, true));
    const desk = applied(first, { kind: "olderAsked", userId: VISITOR }, older([7, 8, 9]));

    expect(first.talks[VISITOR]).toMatchObject({ older: "idle", olderBefore: 10_000 });
    expect(keys(desk).slice(0, 4)).toEqual(["v_1.1.7", "v_1.1.8", "v_1.1.9", "v_1.1.10"]);
    expect(desk.talks[VISITOR]?.older).toBe("end");
  });

  it("a short page is not the last page unless the server says so", () => {
    const first = applied(emptyDesk, assigned(), newest([8, 9], true));
    const desk = applied(first, { kind: "olderAsked", userId: VISITOR }, older([6, 7], true));

    expect(first.talks[VISITOR]?.older).toBe("idle");
    expect(desk.talks[VISITOR]).toMatchObject({ older: "idle", olderBefore: 6000 });
  });

  it("after a gap, older messages stay if the newest page overlaps them", () => {
    const before = applied(emptyDesk, assigned(), newest([1, 2, 3]));

    const desk = applied(before, { kind: "gap" }, newest([3, 4]));

    expect(keys(desk)).toEqual(["v_1.1.1", "v_1.1.2", "v_1.1.3", "v_1.1.4"]);
  });

  it("after a gap, older messages without overlap are dropped, so that the log shows no hole", () => {
    const before = applied(emptyDesk, assigned(), newest([1, 2, 3]), wrote("a-1", "not sent"));
    const page = Array.from({ length: 20 }, (_, at) => at + 40);

    const desk = applied(before, { kind: "gap" }, newest(page, true));

    expect(keys(desk)[0]).toBe("v_1.1.40");
    expect(keys(desk).at(-1)).toBe("a-1");
    expect(desk.talks[VISITOR]).toMatchObject({ older: "idle", olderBefore: 40_000 });
  });
});

describe("an expired sign-in", () => {
  it("only unsent messages survive an expired sign-in", () => {
    const before = applied(emptyDesk, assigned(), newest([1, 2]), wrote("a-1", "On my way"));

    const desk = applied(before, { kind: "expired" });

    expect(desk).toMatchObject({ mine: [], queue: [], openId: "", areListsLoaded: false });
    expect(keys(desk)).toEqual(["a-1"]);
    expect(keys(applied(desk, newest([1, 2])))).toEqual(["v_1.1.1", "v_1.1.2", "a-1"]);
  });
});

describe("connection", () => {
  it("the desk reports that the connection is back only after an outage", () => {
    const at = (connection: Desk["connection"], now: number): DeskChange => ({
      kind: "connection",
      connection,
      now,
    });

    const first = applied(emptyDesk, at("online", 1));
    const back = applied(first, at("offline", 2), at("online", 3));

    expect([first.isBackSince, back.isBackSince]).toEqual([undefined, 3]);
  });
});

const who = { userId: VISITOR, sessionId: "v_1.1" };
const assignedEvent: DeskEvent = {
  kind: "assigned",
  userName: "",
  channelId: "demo",
  groupId: "sales",
  since: 5,
  duty: undefined,
  ...who,
};

function applied(desk: Desk, ...changes: DeskChange[]): Desk {
  return changes.reduce(deskReduce, desk);
}

function told(event: DeskEvent): DeskChange {
  return { kind: "event", event, now: NOW };
}

function assigned(): DeskChange {
  return told(assignedEvent);
}

function closed(): DeskChange {
  return told({ kind: "closed", reason: "over", ...who });
}

function said(one: Message): DeskChange {
  return told({ kind: "message", message: one, ...who });
}

function queueListed(rows: ConversationRow[]): DeskChange {
  return { kind: "queueListed", rows, next: "", isContinued: false };
}

function newest(places: number[], hasOlder = false): DeskChange {
  return { kind: "historyRead", userId: VISITOR, page: page(places, hasOlder), isNewest: true };
}

function older(places: number[], hasOlder = false): DeskChange {
  return { kind: "historyRead", userId: VISITOR, page: page(places, hasOlder), isNewest: false };
}

function page(places: number[], hasOlder: boolean) {
  return { messages: places.map((place) => message({ place })), before: (places[0] ?? 0) * 1000, hasOlder };
}

function wrote(key: string, text: string): DeskChange {
  const entry: Entry = {
    key,
    id: "",
    sessionId: "v_1.1",
    sender: "agent",
    senderName: "Mia",
    face: "",
    at: NOW,
    isRecalled: false,
    delivery: "sending",
    content: { kind: "text", text },
  };
  return { kind: "wrote", userId: VISITOR, entry };
}

type Said = { place: number; at?: number; sender?: Message["sender"]; clientId?: string; text?: string };

function message({ place, at = place * 1000, sender = "visitor", clientId, text = "Hi" }: Said): Message {
  return {
    id: `v_1.1.${place}`,
    ...(clientId === undefined ? {} : { clientId }),
    sessionId: "v_1.1",
    seq: place,
    sender,
    senderName: "",
    face: "",
    at,
    isRecalled: false,
    isSensitive: false,
    content: { kind: "text", text },
  };
}

function row(change: Partial<ConversationRow>): ConversationRow {
  return {
    userId: VISITOR,
    sessionId: "v_1.1",
    userName: "",
    channelId: "demo",
    groupId: "sales",
    isQueued: false,
    isRobots: false,
    position: 0,
    since: 5,
    lastMessage: undefined,
    unread: 0,
    tags: [],
    duty: undefined,
    ...change,
  };
}

function listRow(change: Partial<Row>): Row {
  const facts = {
    waitingSince: undefined,
    isPresent: true,
    typing: undefined,
    end: undefined,
    rating: undefined,
  };
  return { ...row({}), ...facts, ...change };
}

function talkOf(desk: Desk): Talk {
  const talk = desk.talks[VISITOR];
  if (!talk) throw new Error("no talk");
  return talk;
}

function keys(desk: Desk): string[] {
  return talkOf(desk).entries.map((entry) => entry.key);
}

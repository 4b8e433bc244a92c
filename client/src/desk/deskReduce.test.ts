import { describe, expect, it } from "vitest";
import type { Entry } from "../conversation/types";
import type { ConversationRow, DeskEvent } from "../wire/agent";
import type { Message } from "../wire/message";
import { type DeskChange, deskReduce, inOrder, isRead, newestPlace } from "./deskReduce";
import { type Desk, emptyDesk, type Row, type Talk } from "./types";

const NOW = 1_790_000_000_000;
const VISITOR = "v_1";

describe("lists", () => {
  it("puts an assigned visitor among the agent's own and takes them out of the queue", () => {
    const waiting = applied(emptyDesk, queueListed([row({ isQueued: true, position: 1 })]));

    const desk = applied(waiting, assigned());

    expect(desk.queue).toEqual([]);
    expect(desk.mine).toMatchObject([{ userId: VISITOR, isQueued: false, groupId: "sales" }]);
  });

  it("does not forget what came meanwhile when the same visitor is assigned twice", () => {
    const once = applied(emptyDesk, assigned(), said(message({ place: 5 })));

    const twice = applied(once, assigned());

    expect(twice).toEqual(once);
  });

  it("begins anew when a visitor comes back in another session", () => {
    const before = applied(emptyDesk, assigned(), closed());

    const desk = applied(before, told({ ...assignedEvent, sessionId: "v_1.2" }));

    expect(desk.mine).toMatchObject([{ sessionId: "v_1.2", end: undefined }]);
  });

  it("counts what nobody has looked at and how long the visitor waits for an answer", () => {
    const desk = applied(
      emptyDesk,
      assigned(),
      said(message({ place: 5, at: 10 })),
      said(message({ place: 6, at: 20 })),
    );

    expect(desk.mine[0]).toMatchObject({ unread: 2, waitingSince: 10, lastMessage: { id: "v_1.1.6" } });
  });

  it("counts a message that comes twice once", () => {
    const desk = applied(emptyDesk, assigned(), said(message({ place: 5 })), said(message({ place: 5 })));

    expect(desk.mine[0]?.unread).toBe(1);
    expect(desk.talks[VISITOR]?.entries).toHaveLength(1);
  });

  it("ends the wait with the agent's answer, not with a line of the system", () => {
    const asked = applied(emptyDesk, assigned(), said(message({ place: 5, at: 10 })));
    const noted = applied(asked, said(message({ place: 6, at: 20, sender: "system" })));
    const answered = applied(noted, said(message({ place: 7, at: 30, sender: "agent" })));

    expect([noted.mine[0]?.waitingSince, answered.mine[0]?.waitingSince]).toEqual([10, undefined]);
  });

  it("keeps an ended conversation, with its rating, until it is put away", () => {
    const rated = told({ kind: "evaluated", stars: 5, isSolved: true, ...who });
    const ended = applied(emptyDesk, assigned(), closed(), rated, { kind: "mineListed", rows: [] });
    const away = applied(ended, { kind: "dismissed", userId: VISITOR });

    expect(ended.mine).toMatchObject([{ end: "over", rating: { stars: 5, isSolved: true } }]);
    expect(away.mine).toEqual([]);
  });

  it("lets a conversation go that the server no longer lists", () => {
    const desk = applied(emptyDesk, assigned(), { kind: "mineListed", rows: [] });

    expect(desk.mine).toEqual([]);
  });

  it("continues the queue without doubling who is there already", () => {
    const desk = applied(emptyDesk, queueListed([row({ userId: "v_1" }), row({ userId: "v_2" })]), {
      kind: "queueListed",
      rows: [row({ userId: "v_2" }), row({ userId: "v_3" })],
      next: "",
      isContinued: true,
    });

    expect(desk.queue.map((one) => one.userId)).toEqual(["v_1", "v_2", "v_3"]);
  });

  it("orders by who waits longest, then by what is newest, and ends with the ended", () => {
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
  it("keeps one message when the poll is faster than the answer of the send", () => {
    const sending = applied(emptyDesk, assigned(), wrote("a-1", "Hello"));
    const echo = message({ place: 6, at: 30, sender: "agent", clientId: "a-1", words: "Hello" });
    const answer = { clientId: "a-1", messageId: "v_1.1.6", at: 30, seq: 6 };

    const desk = applied(sending, said(echo), { kind: "sent", userId: VISITOR, key: "a-1", answer });

    expect(desk.talks[VISITOR]?.entries).toMatchObject([{ key: "a-1", id: "v_1.1.6", delivery: "sent" }]);
  });

  it("keeps one message when the answer of the send is faster than the poll", () => {
    const answer = { clientId: "a-1", messageId: "v_1.1.6", at: 30, seq: 6 };
    const sent = applied(emptyDesk, assigned(), wrote("a-1", "Hello"), {
      kind: "sent",
      userId: VISITOR,
      key: "a-1",
      answer,
    });

    const desk = applied(sent, said(message({ place: 6, at: 30, sender: "agent", clientId: "a-1" })));

    expect(desk.talks[VISITOR]?.entries).toHaveLength(1);
  });

  it("leaves what is not sent yet at the end, whatever comes", () => {
    const desk = applied(
      emptyDesk,
      assigned(),
      wrote("a-1", "mine"),
      said(message({ place: 5, at: NOW + 60_000 })),
    );

    expect(desk.talks[VISITOR]?.entries.map((entry) => entry.key)).toEqual(["v_1.1.5", "a-1"]);
  });

  it("takes a recalled message's words away", () => {
    const desk = applied(
      emptyDesk,
      assigned(),
      said(message({ place: 6, sender: "agent", words: "secret" })),
      told({ kind: "recalled", messageId: "v_1.1.6", ...who }),
    );

    expect(desk.talks[VISITOR]?.entries[0]).toMatchObject({ isRecalled: true, content: { text: "" } });
  });

  it("takes them away in the list, too, whoever withdrew them", () => {
    const talk = applied(
      emptyDesk,
      assigned(),
      said(message({ place: 6, sender: "agent", words: "secret" })),
    );

    const heard = applied(talk, told({ kind: "recalled", messageId: "v_1.1.6", ...who }));
    const done = applied(talk, { kind: "withdrew", userId: VISITOR, messageId: "v_1.1.6" });
    const earlier = applied(talk, told({ kind: "recalled", messageId: "v_1.1.5", ...who }));

    const withdrawn = { isRecalled: true, content: { text: "" } };
    expect([heard.mine[0]?.lastMessage, done.mine[0]?.lastMessage]).toMatchObject([withdrawn, withdrawn]);
    expect(earlier.mine[0]?.lastMessage).toMatchObject({ isRecalled: false, content: { text: "secret" } });
  });

  it("takes them away where they are quoted, too, even when the message itself is further up", () => {
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
      said({ ...message({ place: 6, sender: "agent", words: "As I said." }), quote }),
      told({ kind: "recalled", messageId: "v_1.1.2", ...who }),
    );

    expect(desk.talks[VISITOR]?.entries[0]?.quote).toMatchObject({ isRecalled: true, content: { text: "" } });
  });

  it("never takes a read mark back", () => {
    const read = (upTo: number) => told({ kind: "read", upTo, ...who });

    const known: DeskChange = { kind: "readKnown", userId: VISITOR, sessionId: "v_1.1", upTo: 6 };
    const desk = applied(emptyDesk, assigned(), read(7), read(5), known);

    expect(desk.talks[VISITOR]?.readUpTo).toEqual({ "v_1.1": 7 });
  });

  it("counts read marks for each session of a visitor by itself", () => {
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
    expect(newestPlace(talkOf(desk), "v_1.2")).toBe(3);
    expect([marks(desk), marks(seen)]).toEqual([
      [true, true, false, false],
      [true, true, true, true],
    ]);
  });

  it("puts what was written as a session ended into the one it got to", () => {
    const answer = { clientId: "a-1", messageId: "v_1.2.4", at: 50_000, seq: 4 };

    const desk = applied(
      emptyDesk,
      assigned(),
      wrote("a-1", "Still there?"),
      told({ ...assignedEvent, sessionId: "v_1.2" }),
    );
    const sent = applied(desk, { kind: "sent", userId: VISITOR, key: "a-1", answer });

    expect(newestPlace(talkOf(sent), "v_1.2")).toBe(4);
  });

  it("shows typing until two seconds after its last sign, and not beyond the message", () => {
    const typing = applied(emptyDesk, assigned(), told({ kind: "typing", words: "Whe", ...who }));
    const done = applied(typing, said(message({ place: 5 })));

    expect(typing.mine[0]?.typing).toEqual({ words: "Whe", until: NOW + 2000 });
    expect(done.mine[0]?.typing).toBeUndefined();
  });
});

describe("history", () => {
  it("joins the newest page to what the poll has brought", () => {
    const desk = applied(emptyDesk, assigned(), said(message({ place: 3 })), newest([1, 2, 3]));

    expect(keys(desk)).toEqual(["v_1.1.1", "v_1.1.2", "v_1.1.3"]);
    expect(desk.talks[VISITOR]).toMatchObject({ isLoaded: true, older: "end" });
    expect(newestPlace(talkOf(desk), "v_1.1")).toBe(3);
  });

  it("puts older pages in front, and knows the last because the server says so", () => {
    const full = Array.from({ length: 20 }, (_, at) => at + 10);
    const first = applied(emptyDesk, assigned(), newest(full, true));
    const desk = applied(first, { kind: "olderAsked", userId: VISITOR }, older([7, 8, 9]));

    expect(first.talks[VISITOR]).toMatchObject({ older: "idle", olderBefore: 10_000 });
    expect(keys(desk).slice(0, 4)).toEqual(["v_1.1.7", "v_1.1.8", "v_1.1.9", "v_1.1.10"]);
    expect(desk.talks[VISITOR]?.older).toBe("end");
  });

  it("goes on behind a short page that is not the last", () => {
    const first = applied(emptyDesk, assigned(), newest([8, 9], true));
    const desk = applied(first, { kind: "olderAsked", userId: VISITOR }, older([6, 7], true));

    expect(first.talks[VISITOR]?.older).toBe("idle");
    expect(desk.talks[VISITOR]).toMatchObject({ older: "idle", olderBefore: 6000 });
  });

  it("after a gap keeps what the newest page joins", () => {
    const before = applied(emptyDesk, assigned(), newest([1, 2, 3]));

    const desk = applied(before, { kind: "gap" }, newest([3, 4]));

    expect(keys(desk)).toEqual(["v_1.1.1", "v_1.1.2", "v_1.1.3", "v_1.1.4"]);
  });

  it("after a gap shows no hole: where the newest page does not join, the old ones are left to be read again", () => {
    const before = applied(emptyDesk, assigned(), newest([1, 2, 3]), wrote("a-1", "not sent"));
    const page = Array.from({ length: 20 }, (_, at) => at + 40);

    const desk = applied(before, { kind: "gap" }, newest(page, true));

    expect(keys(desk)[0]).toBe("v_1.1.40");
    expect(keys(desk).at(-1)).toBe("a-1");
    expect(desk.talks[VISITOR]).toMatchObject({ older: "idle", olderBefore: 40_000 });
  });
});

describe("an ended sign-in", () => {
  it("leaves nothing of the desk but what is not sent", () => {
    const before = applied(emptyDesk, assigned(), newest([1, 2]), wrote("a-1", "On my way"));

    const desk = applied(before, { kind: "expired" });

    expect(desk).toMatchObject({ mine: [], queue: [], openId: "", areListsLoaded: false });
    expect(keys(desk)).toEqual(["a-1"]);
    expect(keys(applied(desk, newest([1, 2])))).toEqual(["v_1.1.1", "v_1.1.2", "a-1"]);
  });
});

describe("connection", () => {
  it("tells that it is back only when it was away", () => {
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

function wrote(key: string, words: string): DeskChange {
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
    content: { kind: "text", text: words },
  };
  return { kind: "wrote", userId: VISITOR, entry };
}

type Said = { place: number; at?: number; sender?: Message["sender"]; clientId?: string; words?: string };

function message({ place, at = place * 1000, sender = "visitor", clientId, words = "Hi" }: Said): Message {
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
    content: { kind: "text", text: words },
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
    position: 0,
    since: 5,
    lastMessage: undefined,
    unread: 0,
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

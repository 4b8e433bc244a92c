import { describe, expect, it } from "vitest";
import {
  answer,
  changed,
  message,
  open,
  received,
  SESSION,
  started,
  texts,
  told,
  written,
} from "../../test/conversations";
import type { Asked } from "../wire/session";

const event = { sessionId: SESSION, at: 5000 };
const sent = (messageId: string, at: number) => ({ messageId, at, seq: 1 });

function asked(over: Partial<Asked["reply"]["answer"]> = {}): Asked {
  return {
    hasEnded: false,
    wantsTransfer: false,
    question: { messageId: "v.1.2", seq: 2 },
    reply: {
      messageId: "v.1.3",
      seq: 3,
      at: 3000,
      answer: answer({ parts: [{ kind: "text", text: "In two days.", docId: "" }], docId: "d", ...over }),
    },
  };
}

describe("messages", () => {
  // [CH-14]
  it("shows a visitor's message at once, and keeps its key when it is sent", () => {
    const writing = changed(open(), written("c1", "Hello", 900));
    expect(writing.entries[0]).toMatchObject({ key: "c1", delivery: "sending" });

    const done = changed(writing, { kind: "sent", key: "c1", sent: sent("v.1.1", 1000) });
    expect(done.entries).toEqual([
      expect.objectContaining({ key: "c1", id: "v.1.1", delivery: "sent", at: 1000 }),
    ]);
  });

  it("recognizes its own message in a poll, before or after the call responds", () => {
    const own = message(1, { sender: "visitor", clientId: "c1", content: { kind: "text", text: "Hello" } });
    const answer = { kind: "sent" as const, key: "c1", sent: sent("v.1.1", 1000) };
    const writing = changed(open(), written("c1", "Hello", 900));

    expect(texts(changed(writing, received(own), answer).entries)).toEqual(["Hello"]);
    expect(texts(changed(writing, answer, received(own)).entries)).toEqual(["Hello"]);
  });

  it("shows a repeated message once", () => {
    const chat = changed(
      open(),
      received(message(1)),
      received(message(1)),
      received(message(2)),
      received(message(1)),
    );

    expect(texts(chat.entries)).toEqual(["message 1", "message 2"]);
  });

  it("keeps the order of the log if responses arrive out of order", () => {
    const chat = changed(open(), written("c1", "mine", 900), received(message(2)), {
      kind: "sent",
      key: "c1",
      sent: sent("v.1.1", 1000),
    });

    expect(texts(chat.entries)).toEqual(["mine", "message 2"]);
  });

  it("leaves a refused message where it was written, and an unsent one at the end", () => {
    const chat = changed(
      open(),
      received(message(1)),
      written("c1", "refused", 1500),
      { kind: "failed", key: "c1" },
      written("c2", "on its way", 1600),
      received(message(2)),
    );

    expect(texts(chat.entries)).toEqual(["message 1", "refused", "message 2", "on its way"]);
    expect(chat.entries[1]?.delivery).toBe("failed");
  });

  it("keeps an old session's messages when a message written in it opens the next session", () => {
    const before = changed(
      open(),
      received(message(1)),
      received(message(2)),
      written("c1", "Still there?", 2500),
    );

    const chat = changed(
      before,
      { kind: "started", started: started({ sessionId: "v.2" }), isOtherVisitor: false },
      { kind: "sent", key: "c1", sent: { messageId: "v.2.1", at: 9000, seq: 1 } },
      received(message(1, { id: "v.2.1", sessionId: "v.2", sender: "visitor", clientId: "c1", at: 9000 })),
    );

    expect(chat.entries.map(({ id }) => id)).toEqual(["v.1.1", "v.1.2", "v.2.1"]);
    expect(chat.entries.at(-1)).toMatchObject({ sessionId: "v.2", seq: 1 });
  });

  // [MS-13]
  it("never shows a message that is marked sensitive", () => {
    expect(changed(open(), received(message(1, { isSensitive: true }))).entries).toEqual([]);
  });

  // [CH-15]
  it("hides the text of a recalled message, also if the recall comes first", () => {
    const recall = told({ kind: "recalled", messageId: "v.1.1", seq: 2, ...event });

    for (const chat of [
      changed(open(), received(message(1)), recall),
      changed(open(), recall, received(message(1))),
      changed(open(), received(message(1, { isRecalled: true }))),
    ]) {
      expect(chat.entries[0]).toMatchObject({ isRecalled: true, content: { text: "" } });
    }
  });

  // [CH-15]
  it("hides a recalled message's text in its quotes, also if the recall comes first", () => {
    const recall = told({ kind: "recalled", messageId: "v.1.1", seq: 3, ...event });
    const quote = {
      messageId: "v.1.1",
      sender: "agent" as const,
      senderName: "Mia",
      isRecalled: false,
      content: { kind: "text" as const, text: "message 1" },
    };

    for (const chat of [
      changed(open(), received(message(2, { quote })), recall),
      changed(open(), recall, received(message(2, { quote }))),
    ]) {
      expect(chat.entries[0]?.quote).toMatchObject({ isRecalled: true, content: { text: "" } });
    }
  });

  it("puts older messages in front and knows when there are no more", () => {
    const older = [message(1), message(2)];
    const loading = changed(open(), received(message(3)), { kind: "olderAsked" });
    const chat = changed(loading, {
      kind: "olderLoaded",
      page: { messages: older, before: 1000, hasOlder: true },
    });

    expect(texts(chat.entries)).toEqual(["message 1", "message 2", "message 3"]);
    expect(chat).toMatchObject({ older: "idle", olderBefore: 1000 });
    // [CH-05]
    const end = changed(chat, { kind: "olderLoaded", page: { messages: [], before: 0, hasOlder: false } });
    expect(end.older).toBe("end");
  });

  it("puts a page in order if the list already has older messages", () => {
    const chat = changed(open(), received(message(2)), received(message(5)), {
      kind: "olderLoaded",
      page: { messages: [message(1), message(2), message(3), message(4)], before: 0, hasOlder: false },
    });

    expect(texts(chat.entries)).toEqual([1, 2, 3, 4, 5].map((seq) => `message ${seq}`));
  });
});

describe("the robot", () => {
  it("shows the question as sent and the answer after it", () => {
    const chat = changed(
      open(),
      written("c1", "When?", 900),
      { kind: "askStarted" },
      { kind: "answered", key: "c1", asked: asked(), robot: { name: "Fern", face: "f" } },
      { kind: "askEnded" },
    );

    expect(chat.entries).toMatchObject([
      { key: "c1", id: "v.1.2", delivery: "sent" },
      { id: "v.1.3", sender: "robot", senderName: "Fern", content: { kind: "answer", docId: "d" } },
    ]);
    expect(chat.asking).toBe(0);
  });
});

describe("a session", () => {
  // [ID-10]
  it("starts with the robot, in the queue, or with an agent, as the server says", () => {
    expect(open().phase).toBe("robot");
    expect(open({ phase: "queued", position: 4 })).toMatchObject({ phase: "queued", position: 4 });
    expect(open({ phase: "manual", agentNick: "Mia" })).toMatchObject({
      phase: "manual",
      hasMetAgent: true,
      agent: { nick: "Mia" },
    });
  });

  // [ST-05]
  it("takes its queue position from every poll", () => {
    const queued = changed(open(), {
      kind: "transferred",
      transferred: { result: "queued", position: 3 },
    });
    expect(queued).toMatchObject({ phase: "queued", position: 3 });

    expect(changed(queued, { kind: "phaseChanged", phase: "queued", position: 2 }).position).toBe(2);
    expect(changed(queued, { kind: "queueLeft" })).toMatchObject({ phase: "robot", position: 0 });
  });

  // [ST-03] [ST-06]
  it.each(["noAgent", "failed", "offWork"] as const)("stays with the robot after %s", (result) => {
    const chat = changed(
      open(),
      { kind: "transferStarted" },
      {
        kind: "transferred",
        transferred: { result, position: 0 },
      },
    );

    expect(chat).toMatchObject({ phase: "robot", isTransferring: false });
  });

  // [ST-04] [ST-11]
  it("shows a card when an agent connects, and later adds their signature", () => {
    const agent = { id: "mia", nick: "Mia", face: "f" };
    const chat = changed(
      open({ phase: "queued", position: 1 }),
      told({ kind: "agentConnected", agent, seq: 1, ...event }),
      {
        kind: "agentKnown",
        card: { ...agent, signature: "Plants", phone: "", mobile: "", email: "", qq: "", wechat: "" },
      },
    );

    expect(chat).toMatchObject({ phase: "manual", position: 0, agent: { signature: "Plants" } });
    expect(chat.entries[0]?.content).toMatchObject({ kind: "agentCard", agent: { signature: "Plants" } });
  });

  // [CH-17]
  it("shows an agent's typing for two seconds, or until their message comes", () => {
    const typing = changed(open({ phase: "manual" }), told({ kind: "agentTyping", ...event }, 10_000));

    expect(changed(typing, { kind: "typingOver", now: 11_999 }).typingUntil).toBe(12_000);
    expect(changed(typing, { kind: "typingOver", now: 12_000 }).typingUntil).toBe(0);
    expect(changed(typing, received(message(1))).typingUntil).toBe(0);
  });

  // [ST-12]
  it.each(["agentClosed", "visitorTimeout", "over"] as const)(
    "ends with the line of its reason: %s",
    (reason) => {
      const chat = changed(
        open({ phase: "manual" }),
        told({ kind: "closed", reason, line: `over: ${reason}`, seq: 9, ...event }),
      );

      expect(chat.phase).toBe("ended");
      expect(texts(chat.entries)).toEqual([`over: ${reason}`]);
    },
  );

  // [ID-11]
  it("is displaced, not ended, if it is opened elsewhere", () => {
    const chat = changed(open(), told({ kind: "closed", reason: "openedElsewhere", line: "", ...event }));

    expect(chat).toMatchObject({ stage: "displaced", phase: "robot" });
  });

  it("keeps the old messages but not the agent when a new session starts", () => {
    const ended = changed(
      open({ phase: "manual" }),
      received(message(1)),
      told({ kind: "closed", reason: "agentClosed", line: "over", seq: 2, ...event }),
      { kind: "evaluated" },
    );
    const again = changed(ended, {
      kind: "started",
      started: started({ sessionId: "v.2" }),
      isOtherVisitor: false,
    });

    expect(texts(again.entries)).toEqual(["message 1", "over"]);
    expect(again).toMatchObject({ phase: "robot", hasMetAgent: false, evaluation: { isDone: false } });
  });

  it("drops the messages of another visitor", () => {
    const other = changed(open(), received(message(1)), {
      kind: "started",
      started: started({ userId: "w" }),
      isOtherVisitor: true,
    });

    expect(other.entries).toEqual([]);
  });

  // [ST-11]
  it("asks for a rating on event 1203", () => {
    const invited = changed(open({ phase: "manual" }), told({ kind: "evaluationInvited", seq: 1, ...event }));

    expect(invited.evaluation).toMatchObject({ isAllowed: true, isInvited: true });
    expect(changed(invited, { kind: "evaluated" }).evaluation).toEqual({
      isAllowed: false,
      isDone: true,
      isInvited: false,
    });
  });

  it("recognizes live events in the history, and keeps the agent's card", () => {
    const line = (seq: number, lineKey: string, senderName: string) =>
      message(seq, { sender: "system", senderName, content: { kind: "line", text: lineKey, lineKey } });
    const messages = [line(1, "agent_connected", "Mia"), line(2, "chat_ended_agent", "")];
    const live = changed(
      open({ phase: "queued" }),
      told({
        kind: "agentConnected",
        agent: { id: "mia", nick: "Mia", face: "f" },
        seq: 1,
        sessionId: SESSION,
        at: 1000,
      }),
      told({ kind: "closed", reason: "agentClosed", line: "over", seq: 2, sessionId: SESSION, at: 2000 }),
    );
    const history = {
      kind: "historyLoaded" as const,
      page: { messages, before: 0, hasOlder: false },
      joins: false,
    };

    expect(texts(changed(live, history).entries)).toEqual(["agentCard", "chat_ended_agent"]);
    expect(changed(live, history).entries[0]?.content).toMatchObject({ agent: { face: "f" } });
    expect(texts(changed(open(), history).entries)).toEqual(["agentCard", "chat_ended_agent"]);
  });

  it("replaces its own line with the server's line of the same key", () => {
    const line = message(1, {
      sender: "system",
      content: { kind: "line", text: "Thank you!", lineKey: "evaluated_thanks" },
    });
    const chat = changed(open(), { kind: "noted", lineKey: "evaluated_thanks", now: 10 }, received(line));

    expect(texts(chat.entries)).toEqual(["Thank you!"]);
  });

  it("thanks once for a rating if the log brings the line before the call responds", () => {
    const line = message(1, {
      sender: "system",
      content: { kind: "line", text: "Thank you!", lineKey: "evaluated_thanks" },
    });
    const note = { kind: "noted" as const, lineKey: "evaluated_thanks", now: 10 };

    expect(texts(changed(open(), received(line), note).entries)).toEqual(["Thank you!"]);
  });
});

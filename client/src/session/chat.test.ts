import { beforeEach, describe, expect, it, vi } from "vitest";
import { message, SESSION, started, texts } from "../../test/conversations";
import { settled, unreachable, visiting } from "../../test/visiting";
import { ApiError } from "../api/http";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});

const page = (...seqs: number[]) => ({
  messages: seqs.map((seq) => message(seq)),
  before: (seqs[0] ?? 0) * 1000,
  hasOlder: false,
});
/** A page that is not the last one. */
const part = (...seqs: number[]) => ({ ...page(...seqs), hasOlder: true });
/** A page of the history that begins with this message. */
const full = (from: number) => part(...Array.from({ length: 20 }, (_, at) => from + at));
/** The texts of the messages with these numbers. */
const numbered = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => `message ${first + at}`);

describe("a sought message", () => {
  // [CH-15]
  it("is reached through older pages, each read once, even if one is already loading", async () => {
    const { chat, api, now } = visiting();
    api.history
      .mockResolvedValueOnce(full(45))
      .mockResolvedValueOnce(full(25))
      .mockResolvedValueOnce(full(5));
    await chat.start();

    const reading = chat.loadOlder();
    expect(await chat.reach(`${SESSION}.6`)).toBe("there");
    await reading;

    expect(api.history).toHaveBeenCalledTimes(3);
    expect(texts(now().entries)).toContain("message 6");
  });

  it("is gone if the history ends before it, and unreachable if the server is", async () => {
    const { chat, api, visit } = visiting();
    api.history
      .mockResolvedValueOnce(full(45))
      .mockRejectedValueOnce(unreachable)
      .mockResolvedValueOnce(page(44));
    await chat.start();

    expect(await chat.reach(`${SESSION}.1`)).toBe("unreachable");
    expect(visit.onUnreachable).toHaveBeenCalledOnce();
    expect(await chat.reach(`${SESSION}.1`)).toBe("gone");
    expect(api.history).toHaveBeenCalledTimes(3);
  });
});

// [CH-05]
describe("a history with short pages of long messages", () => {
  it("is read until the server says that there is no more", async () => {
    const { chat, api, now } = visiting();
    api.history
      .mockResolvedValueOnce(part(8, 9))
      .mockResolvedValueOnce(part(5, 6, 7))
      .mockResolvedValueOnce(page(4));
    await chat.start();

    expect(now().older).toBe("idle");
    await chat.loadOlder();
    expect(now().older).toBe("idle");
    await chat.loadOlder();

    expect(now().older).toBe("end");
    expect(texts(now().entries)).toEqual(numbered(4, 9));
  });

  it("leaves no gap after a page comes back", async () => {
    const { chat, api, polls, now } = visiting();
    api.history.mockResolvedValueOnce(part(1, 2, 3));
    await chat.start();
    polls.shift()?.(new ApiError("conflict", ""));
    await settled();
    api.history
      .mockResolvedValueOnce(part(8, 9))
      .mockResolvedValueOnce(part(5, 6, 7))
      .mockResolvedValueOnce(part(3, 4));

    await chat.start();

    expect(texts(now().entries)).toEqual(numbered(1, 9));
  });
});

describe("the start", () => {
  // [ID-01]
  it("keeps the visitor's id and token, and sends them at the next start", async () => {
    const first = visiting();
    await first.chat.start();
    const second = visiting();
    await second.chat.start();

    expect(first.api.chatStart.mock.calls[0]?.[0]).toMatchObject({ userId: "", token: "" });
    expect(second.api.chatStart.mock.calls[0]?.[0]).toMatchObject({ userId: "v", token: "t" });
  });

  // [ST-03]
  it("reports that no agent is there, and whether the visitor or the opening asked", async () => {
    const { chat, api, visit } = visiting({ receiveMode: 3 });
    api.transfer.mockResolvedValue({ result: "noAgent", position: 0 });

    await chat.start();
    await settled();
    await chat.transfer();

    expect(visit.onNoAgent).toHaveBeenNthCalledWith(1, "opening");
    expect(visit.onNoAgent).toHaveBeenNthCalledWith(2, "visitor");
  });

  it("starts the poll where the history ends", async () => {
    const { chat, api } = visiting();
    await chat.start();

    expect(api.poll.mock.calls[0]?.[2]).toMatchObject({ cursor: 1, epoch: "e", wait: 25_000 });
  });

  it("opens one chat and one form if it is started twice", async () => {
    const { chat, api, visit, now } = visiting({ receiveMode: 1, userFormMode: 1 });
    let answer: (who: ReturnType<typeof started>) => void = () => undefined;
    api.chatStart.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));

    const first = chat.start();
    await chat.start();
    answer(started({ sessionId: "v.9", pollId: "old" }));
    await first;
    await settled();

    expect(now().sessionId).toBe(SESSION);
    expect(visit.who.pollId).toBe("p");
    expect(
      [api.history, api.poll, visit.fillForm, api.transfer].map((call) => vi.mocked(call).mock.calls.length),
    ).toEqual([1, 1, 1, 1]);
  });

  it("begins nothing if the form before it was withdrawn", async () => {
    const { chat, api, visit } = visiting({ receiveMode: 1, userFormMode: 1 });
    vi.mocked(visit.fillForm).mockResolvedValue(false);

    await chat.start();
    await settled();

    expect(api.transfer).not.toHaveBeenCalled();
  });

  it("reports each refused start", async () => {
    const { chat, api, visit } = visiting();
    await chat.start();
    const refusal = new ApiError("notFound", "");
    api.chatStart.mockRejectedValue(refusal);

    await chat.start();
    await chat.signInAgain();
    await chat.identify({ userId: "shop-7" });

    expect(vi.mocked(visit.onRefused).mock.calls).toEqual([[refusal], [refusal], [refusal]]);
  });

  it("shows nothing of the previous visitor if another one signs in", async () => {
    const { chat, api, now } = visiting();
    await chat.start();
    chat.sendText("mine alone");
    await settled();
    api.chatStart.mockResolvedValue(started({ userId: "w", sessionId: "w.1" }));
    api.history.mockResolvedValue({ messages: [], before: 0, hasOlder: false });

    await chat.signInAgain();

    expect(api.chatStart.mock.calls[1]?.[0]).toMatchObject({ token: "" });
    expect(texts(now().entries)).toEqual([]);
  });

  it("retries until the server responds", async () => {
    const { chat, api, now } = visiting();
    api.chatStart.mockRejectedValueOnce(unreachable).mockRejectedValueOnce(unreachable);

    await chat.start();

    expect(api.chatStart).toHaveBeenCalledTimes(3);
    expect(now()).toMatchObject({ stage: "open", connection: "online" });
  });

  it("shows messages that came while the visitor was away", async () => {
    const { chat, api, now } = visiting();
    api.chatStart.mockResolvedValue(started({ offline: 1 }));
    api.offlineMessages.mockResolvedValue([message(7)] as never);

    await chat.start();

    expect(now().missedFrom).toBe("v.1.7");
  });

  it("shows missed messages in their place in the history, even if it has many pages", async () => {
    const { chat, api, now } = visiting();
    api.chatStart.mockResolvedValue(started({ offline: 2 }));
    api.history
      .mockResolvedValueOnce(full(45))
      .mockResolvedValueOnce(full(25))
      .mockResolvedValueOnce(full(5));
    api.offlineMessages.mockResolvedValue([message(20), message(60)] as never);

    await chat.start();

    expect(texts(now().entries)).toEqual(numbered(5, 64));
    expect(now().missedFrom).toBe("v.1.20");
  });

  // [CH-05]
  it("requests no history if the channel hides it", async () => {
    const { chat, api, now } = visiting({ historyHideFlag: 1 });
    await chat.start();

    expect(api.history).not.toHaveBeenCalled();
    expect(now().older).toBe("end");
    expect(api.poll.mock.calls[0]?.[2]).toMatchObject({ cursor: 0 });
  });

  // [ST-02]
  it("asks for an agent at once if the channel is agent first", async () => {
    const { chat, api, now } = visiting({ receiveMode: 1 });
    await chat.start();
    await settled();

    expect(api.transfer).toHaveBeenCalledOnce();
    expect(now()).toMatchObject({ phase: "queued", position: 2 });
  });
});

describe("sending", () => {
  it("sends to the robot while there is no agent, then to the agent", async () => {
    const robot = visiting();
    await robot.chat.start();
    robot.chat.sendText("When?");
    await settled();
    expect(robot.api.askRobot).toHaveBeenCalledWith(
      "v",
      "id-1",
      "fern",
      "When?",
      {},
      expect.anything(),
      expect.anything(),
    );
    expect(texts(robot.now().entries)).toEqual(["message 1", "When?", "answer"]);

    const agent = visiting();
    agent.api.chatStart.mockResolvedValue(started({ phase: "manual" }));
    await agent.chat.start();
    agent.chat.sendText("Hello");
    await settled();
    expect(agent.api.sendText).toHaveBeenCalledWith("v", "id-1", "Hello", expect.anything());
  });

  it("keeps messages written while the chat opens, and sends them when it is open", async () => {
    const { chat, api } = visiting();

    const starting = chat.start();
    chat.sendText("in a hurry");
    await settled();
    expect(api.askRobot.mock.calls.every(([user]: unknown[]) => user === "v")).toBe(true);
    await starting;
    await settled();

    expect(api.askRobot).toHaveBeenCalledOnce();
    expect(api.askRobot).toHaveBeenCalledWith(
      "v",
      "id-1",
      "fern",
      "in a hurry",
      {},
      expect.anything(),
      expect.anything(),
    );
  });

  // [ER-03] [CH-14]
  it("marks a refused message as failed, and resends it with the same id", async () => {
    const { chat, api, now } = visiting();
    await chat.start();
    api.askRobot.mockRejectedValueOnce(new ApiError("broken", ""));
    chat.sendText("When?");
    await settled();
    expect(now().entries.at(-1)?.delivery).toBe("failed");

    chat.resend("id-1");
    await settled();

    expect(api.askRobot.mock.calls.map((call: unknown[]) => call[1])).toEqual(["id-1", "id-1"]);
    expect(now().entries.find((entry) => entry.key === "id-1")?.delivery).toBe("sent");
  });

  it("shows the server as busy, not offline, while it opens no chat", async () => {
    const { chat, api, visit, now } = visiting();
    visit.clock = { ...visit.clock, sleep: async () => undefined };
    const connections: string[] = [];
    const noRoom = new ApiError("unavailable", "no room", 10_000);
    for (let tries = 0; tries < 3; tries += 1) {
      api.chatStart.mockImplementationOnce(async () => {
        connections.push(now().connection);
        throw noRoom;
      });
    }
    await chat.start();

    expect(connections).toEqual(["connecting", "connecting", "busy"]);
  });

  it("keeps unsent messages in order while the server is away, and sends them when it is back", async () => {
    const { chat, api, now, polls } = visiting({ receiveMode: 3, msgToTransferFlag: 1 });
    api.chatStart.mockResolvedValue(started({ phase: "manual" }));
    await chat.start();
    polls.shift()?.(unreachable);
    await settled();
    polls.shift()?.(unreachable);
    await settled();
    expect(now().connection).toBe("offline");

    api.sendText.mockRejectedValueOnce(unreachable);
    chat.sendText("one");
    chat.sendText("two");
    await settled();
    polls.shift()?.({});
    await settled();

    expect(api.sendText.mock.calls.map((call) => call[1])).toEqual(["id-1", "id-1", "id-2"]);
    expect(texts(now().entries).slice(-2)).toEqual(["one", "two"]);
  });

  it("keeps a failed message over a reload", async () => {
    const first = visiting();
    await first.chat.start();
    first.api.askRobot.mockRejectedValue(new ApiError("broken", ""));
    first.chat.sendText("When?");
    await settled();
    first.chat.end();

    const second = visiting();
    await second.chat.start();
    await settled();

    expect(second.api.askRobot).toHaveBeenCalledWith(
      "v",
      "id-1",
      "fern",
      "When?",
      {},
      expect.anything(),
      expect.anything(),
    );
  });

  // [ST-08]
  it("transfers first if the channel says so, then sends the message to the agent", async () => {
    const { chat, api, visit } = visiting({
      receiveMode: 1,
      msgToTransferFlag: 1,
      groupMode: 1,
      groupConfig: [{ groupId: "sales" }, { groupId: "support" }],
    });
    await chat.start();
    chat.sendText("Hello");
    await settled();

    expect(visit.pickGroup).toHaveBeenCalledOnce();
    expect(api.transfer).toHaveBeenCalledWith("v", "sales", "");
    expect(api.sendText).toHaveBeenCalledWith("v", "id-1", "Hello", expect.anything());
    expect(api.transfer.mock.invocationCallOrder[0]).toBeLessThan(
      api.sendText.mock.invocationCallOrder[0] ?? 0,
    );
  });

  // [ST-09]
  it("opens a new session if the robot's session has ended, and sends the question in it", async () => {
    const { chat, api, now } = visiting();
    await chat.start();
    const over = { ...(await api.askRobot()), hasEnded: true };
    api.askRobot.mockClear();
    api.askRobot.mockResolvedValueOnce(over);
    chat.sendText("When?");
    await settled();

    expect(api.chatStart).toHaveBeenCalledTimes(2);
    expect(api.askRobot).toHaveBeenCalledTimes(2);
    expect(now().entries.find((entry) => entry.key === "id-1")?.delivery).toBe("sent");
  });

  it("sends a question to the agent if one takes the chat meanwhile", async () => {
    const { chat, api } = visiting();
    await chat.start();
    api.askRobot.mockRejectedValueOnce(new ApiError("conflict", "with an agent"));
    chat.sendText("When?");
    await settled();

    expect(api.sendText).toHaveBeenCalledWith("v", "id-1", "When?", expect.anything());
  });
});

describe("the poll", () => {
  // [ID-11]
  it("ends a displaced page, and continues here when the visitor wants it", async () => {
    const { chat, polls, now, api } = visiting();
    await chat.start();
    polls.shift()?.(new ApiError("conflict", ""));
    await settled();
    expect(now().stage).toBe("displaced");

    await chat.start();

    expect(now().stage).toBe("open");
    expect(api.poll).toHaveBeenCalledTimes(2);
  });

  // [ER-05]
  it("continues after another page without a gap, and loads older messages from where it stopped", async () => {
    const { chat, api, polls, now } = visiting();
    api.history.mockResolvedValueOnce(full(45)).mockResolvedValueOnce(full(25));
    await chat.start();
    await chat.loadOlder();
    polls.shift()?.(new ApiError("conflict", ""));
    await settled();
    api.history
      .mockResolvedValueOnce(full(101))
      .mockResolvedValueOnce(full(81))
      .mockResolvedValueOnce(full(61));

    await chat.start();

    expect(texts(now().entries)).toEqual(numbered(25, 120));
    expect(api.poll.mock.lastCall?.[2]).toMatchObject({ cursor: 120 });
    api.history.mockResolvedValueOnce(full(5));
    await chat.loadOlder();
    expect(api.history).toHaveBeenLastCalledWith("v", 25_000);
    expect(texts(now().entries)).toEqual(numbered(5, 120));
  });

  it("reads the history again after a gap in the log, and reports an unannounced gap to the server", async () => {
    const { chat, polls, api } = visiting();
    await chat.start();
    polls.shift()?.({ cursor: 9, hasGap: true });
    await settled();
    const ahead = { kind: "message" as const, message: message(12), seq: 12, sessionId: SESSION, at: 1 };
    polls.shift()?.({ cursor: 12, events: [ahead] });
    await settled();

    expect(api.history.mock.calls.map((call: unknown[]) => call[2])).toEqual([false, false, true]);
  });

  // [CH-05]
  it("restores only this session's messages if the channel hides its history", async () => {
    const { chat, polls, api, now } = visiting({ historyHideFlag: 1 });
    const before = message(9, { id: "v.0.9", sessionId: "v.0", at: 1 });
    api.history.mockResolvedValue({ messages: [before, message(2)] as never[], before: 1, hasOlder: false });
    await chat.start();

    polls.shift()?.({ cursor: 9, hasGap: true });
    await settled();

    expect(texts(now().entries)).toEqual(["message 2"]);
    expect(now().older).toBe("end");
  });

  it("marks messages as read only while the visitor looks at the page", async () => {
    const { chat, polls, api } = visiting();
    await chat.start();
    await settled();
    api.markRead.mockClear();
    chat.seen(false);
    const event = { kind: "message" as const, message: message(2), seq: 2, sessionId: SESSION, at: 1 };
    polls.shift()?.({ cursor: 2, events: [event] });
    await settled();
    expect(api.markRead).not.toHaveBeenCalled();

    chat.seen(true);
    await settled();

    expect(api.markRead).toHaveBeenCalledWith("v", "p", 2);
  });
});

describe("the end", () => {
  // [EV-05]
  it("asks whether the chat may be rated when it is over", async () => {
    const { chat, now } = visiting();
    await chat.start();
    await chat.close();

    expect(now()).toMatchObject({ phase: "ended", evaluation: { isAllowed: true } });
  });

  // [EV-05]
  it("knows that it was already rated", async () => {
    const { chat, api, now } = visiting();
    await chat.start();
    api.evaluate.mockRejectedValueOnce(new ApiError("conflict", ""));
    const isDone = await chat.evaluate({
      about: "robot",
      isSolved: true,
      stars: 5,
      tags: [],
      text: "",
      occasion: "ByVisitor",
    });

    expect(isDone).toBe(true);
    expect(now().entries.at(-1)?.content).toMatchObject({ lineKey: "evaluation_over" });
  });
});

describe("a queue ticket", () => {
  it("that is used up is told first, and the next start opens a new chat", async () => {
    const { chat, api, now } = visiting({}, "?channelId=demo", "#ticket=k.p.m");
    api.chatStart.mockRejectedValueOnce(new ApiError("conflict", "the ticket is over"));

    await chat.start();
    expect(now().stage).toBe("ticketOver");
    expect(api.chatStart).toHaveBeenCalledOnce();
    expect(api.chatStart.mock.lastCall?.[0]).toMatchObject({ ticket: "k.p.m" });

    await chat.start();
    expect(now().stage).toBe("open");
    expect(api.chatStart.mock.lastCall?.[0]).not.toHaveProperty("ticket");
  });
});

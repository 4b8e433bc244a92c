import { expect, it } from "vitest";
import { ApiError } from "../api/http";
import type { VisitorEvent } from "../wire/event";
import type { Polled } from "../wire/session";
import { pauseAfter } from "./pause";
import { type PollSetup, type PollTold, pollLoop } from "./pollLoop";

type Answer = Partial<Polled> | Error;

/** Plays the answers one after another; the loop is stopped when they are used up. */
async function play(answers: Answer[], start: Partial<PollSetup> = {}) {
  const stop = new AbortController();
  const told: PollTold[] = [];
  const asks: { cursor: number; epoch: string }[] = [];
  const waits: number[] = [];
  const heard: (number | undefined)[] = [];
  const pauses: number[] = [];
  let now = 0;
  const rest = [...answers];
  const end = await pollLoop({
    poll: async (ask) => {
      asks.push({ cursor: ask.cursor, epoch: ask.epoch });
      waits.push(ask.wait);
      heard.push(ask.callCursor);
      const answer = rest.shift();
      if (!answer) {
        stop.abort();
        throw new Error("stopped");
      }
      now += 5000;
      if (answer instanceof Error) throw answer;
      return {
        phase: "manual",
        position: 0,
        cursor: 0,
        epoch: "e",
        hasMore: false,
        hasGap: false,
        events: [],
        ...answer,
      };
    },
    emit: (each) => void told.push(each),
    clock: { now: () => now, sleep: async (ms) => void pauses.push(ms) },
    random: () => 1,
    signal: stop.signal,
    nudged: () => new AbortController().signal,
    cursor: 0,
    epoch: "e",
    ...start,
  });
  const seqs = told.flatMap((each) => (each.kind === "event" ? [each.event.seq] : []));
  return { end, told, asks, waits, heard, pauses, seqs, kinds: told.map((each) => each.kind) };
}

function event(seq: number): VisitorEvent {
  return { kind: "evaluationInvited", seq, sessionId: "s", at: seq };
}

// [ST-16]
it("hands every event out once and in order, whatever is delivered twice", async () => {
  const { seqs, asks } = await play([
    { cursor: 2, events: [event(1), event(2)] },
    { cursor: 3, events: [event(1), event(2), event(3)] },
  ]);

  expect(seqs).toEqual([1, 2, 3]);
  expect(asks.map((ask) => ask.cursor)).toEqual([0, 2, 3]);
});

it("says how far it has heard the signals of a call, and hands each out once", async () => {
  const signal = (callSeq: number): VisitorEvent => ({
    kind: "call",
    line: "",
    callSeq,
    raw: callSeq,
    sessionId: "s",
    at: 1,
  });
  const { told, heard } = await play([
    { cursor: 1, events: [event(1)] },
    { cursor: 2, events: [{ kind: "call", line: "", raw: "rings", seq: 2, sessionId: "s", at: 2 }] },
    { cursor: 2, events: [signal(70), signal(71)] },
    { cursor: 2, events: [signal(70), signal(71), signal(74)] },
  ]);

  expect(heard).toEqual([undefined, undefined, 0, 71, 74]);
  const raws = told.flatMap((each) =>
    each.kind === "event" && each.event.kind === "call" ? [each.event.raw] : [],
  );
  expect(raws).toEqual(["rings", 70, 71, 74]);
});

// [ER-05]
it("asks with the same cursor again after a lost answer, and says so until it is back", async () => {
  const lost = new ApiError("unreachable", "");
  const { asks, kinds, pauses } = await play([{ cursor: 1, events: [event(1)] }, lost, lost, { cursor: 1 }]);

  expect(asks.map((ask) => ask.cursor)).toEqual([0, 1, 1, 1, 1]);
  expect(kinds).toEqual(["online", "event", "stands", "trouble", "trouble", "online", "stands"]);
  expect(pauses).toEqual([500, 1000]);
});

it("hears at once where it stands when it is back, and then waits again", async () => {
  const { waits, told } = await play([
    {},
    new ApiError("unreachable", ""),
    { phase: "queued", position: 1 },
    {},
  ]);

  expect(waits).toEqual([25_000, 25_000, 0, 25_000, 25_000]);
  expect(told).toContainEqual({ kind: "stands", phase: "queued", position: 1 });
});

it("has the history read again where the log has a hole", async () => {
  const { told, seqs } = await play([{ cursor: 5, events: [event(1), event(5)] }]);

  expect(seqs).toEqual([1, 5]);
  expect(told).toContainEqual({ kind: "reload", hasHole: true });
});

it("takes the log of another epoch from its beginning and reads the history again", async () => {
  const { seqs, told, asks } = await play([{ cursor: 2, epoch: "new", hasGap: true, events: [event(2)] }], {
    cursor: 40,
  });

  expect(seqs).toEqual([2]);
  expect(told).toContainEqual({ kind: "reload", hasHole: false });
  expect(asks[1]).toEqual({ cursor: 2, epoch: "new" });
});

it("lets events without a seq through, such as typing", async () => {
  const { seqs } = await play([{ cursor: 0, events: [{ kind: "agentTyping", sessionId: "s", at: 1 }] }]);

  expect(seqs).toEqual([undefined]);
});

// [ID-11]
it("stops for good when the chat was opened elsewhere", async () => {
  const closed: VisitorEvent = {
    kind: "closed",
    reason: "openedElsewhere",
    line: "",
    seq: 1,
    sessionId: "s",
    at: 1,
  };

  expect((await play([{ cursor: 1, events: [closed] }])).end).toBe("displaced");
  expect((await play([new ApiError("conflict", "")])).end).toBe("displaced");
});

it("stops when the session has ended and nothing more waits", async () => {
  const { end, asks } = await play([
    { phase: "ended", hasMore: true, cursor: 1 },
    { phase: "ended", cursor: 2 },
  ]);

  expect(end).toBe("ended");
  expect(asks).toHaveLength(2);
});

it("does not run in circles when the server answers empty at once", async () => {
  const slept: number[] = [];
  await play([{}, {}], { clock: { now: () => 0, sleep: async (ms) => void slept.push(ms) } });

  expect(slept).toEqual([1000, 1000]);
});

// [ER-05]
it("waits longer after each failure, up to a limit, and as long as the server asks", () => {
  expect([1, 2, 3, 10].map((failures) => pauseAfter(failures, undefined, 1))).toEqual([
    500, 1000, 2000, 20_000,
  ]);
  expect(pauseAfter(1, undefined, 0)).toBe(250);
  expect(pauseAfter(1, new ApiError("tooMany", "", 7000), 0)).toBe(7000);
});

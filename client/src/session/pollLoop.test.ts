import { expect, it } from "vitest";
import { ApiError } from "../api/http";
import type { VisitorEvent } from "../wire/event";
import type { Polled } from "../wire/session";
import { pauseAfter } from "./pause";
import { type PollEvent, type PollSetup, pollLoop } from "./pollLoop";

type Answer = Partial<Polled> | Error;

/** Gives the responses one after another, and stops the loop after the last. */
async function play(answers: Answer[], start: Partial<PollSetup> = {}) {
  const stop = new AbortController();
  const told: PollEvent[] = [];
  const asks: { cursor: number; epoch: string }[] = [];
  const waits: number[] = [];
  const cursors: (number | undefined)[] = [];
  const pauses: number[] = [];
  let now = 0;
  const rest = [...answers];
  const end = await pollLoop({
    poll: async (ask) => {
      asks.push({ cursor: ask.cursor, epoch: ask.epoch });
      waits.push(ask.wait);
      cursors.push(ask.callCursor);
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
  return { end, told, asks, waits, heard: cursors, pauses, seqs, kinds: told.map((each) => each.kind) };
}

function event(seq: number): VisitorEvent {
  return { kind: "evaluationInvited", seq, sessionId: "s", at: seq };
}

// [ST-16]
it("emits every event once and in order, even if it is delivered twice", async () => {
  const { seqs, asks } = await play([
    { cursor: 2, events: [event(1), event(2)] },
    { cursor: 3, events: [event(1), event(2), event(3)] },
  ]);

  expect(seqs).toEqual([1, 2, 3]);
  expect(asks.map((ask) => ask.cursor)).toEqual([0, 2, 3]);
});

it("acknowledges the signals of a call, and emits each once", async () => {
  const signal = (callSeq: number): VisitorEvent => ({
    kind: "call",
    line: "",
    callSeq,
    raw: callSeq,
    sessionId: "s",
    at: 1,
  });
  const { told, heard: cursors } = await play([
    { cursor: 1, events: [event(1)] },
    { cursor: 2, events: [{ kind: "call", line: "", raw: "rings", seq: 2, sessionId: "s", at: 2 }] },
    { cursor: 2, events: [signal(70), signal(71)] },
    { cursor: 2, events: [signal(70), signal(71), signal(74)] },
  ]);

  expect(cursors).toEqual([undefined, undefined, 0, 71, 74]);
  const raws = told.flatMap((each) =>
    each.kind === "event" && each.event.kind === "call" ? [each.event.raw] : [],
  );
  expect(raws).toEqual(["rings", 70, 71, 74]);
});

// [ER-05]
it("retries with the same cursor after a lost response, and reports trouble until it is back", async () => {
  const lost = new ApiError("unreachable", "");
  const { asks, kinds, pauses } = await play([{ cursor: 1, events: [event(1)] }, lost, lost, { cursor: 1 }]);

  expect(asks.map((ask) => ask.cursor)).toEqual([0, 1, 1, 1, 1]);
  expect(kinds).toEqual(["online", "event", "phaseChanged", "trouble", "trouble", "online", "phaseChanged"]);
  expect(pauses).toEqual([500, 1000]);
});

it("polls without a wait after trouble, and then waits again", async () => {
  const { waits, told } = await play([
    {},
    new ApiError("unreachable", ""),
    { phase: "queued", position: 1 },
    {},
  ]);

  expect(waits).toEqual([25_000, 25_000, 0, 25_000, 25_000]);
  expect(told).toContainEqual({ kind: "phaseChanged", phase: "queued", position: 1 });
});

it("asks for a reload of the history after a gap in the log", async () => {
  const { told, seqs } = await play([{ cursor: 5, events: [event(1), event(5)] }]);

  expect(seqs).toEqual([1, 5]);
  expect(told).toContainEqual({ kind: "reload", hasHole: true });
});

it("reads the log of another epoch from its beginning and asks for a reload", async () => {
  const { seqs, told, asks } = await play([{ cursor: 2, epoch: "new", hasGap: true, events: [event(2)] }], {
    cursor: 40,
  });

  expect(seqs).toEqual([2]);
  expect(told).toContainEqual({ kind: "reload", hasHole: false });
  expect(asks[1]).toEqual({ cursor: 2, epoch: "new" });
});

it("emits events without a seq, such as typing", async () => {
  const { seqs } = await play([{ cursor: 0, events: [{ kind: "agentTyping", sessionId: "s", at: 1 }] }]);

  expect(seqs).toEqual([undefined]);
});

// [ID-11]
it("stops if the chat was opened elsewhere", async () => {
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

it("stops when the session has ended and no events remain", async () => {
  const { end, asks } = await play([
    { phase: "ended", hasMore: true, cursor: 1 },
    { phase: "ended", cursor: 2 },
  ]);

  expect(end).toBe("ended");
  expect(asks).toHaveLength(2);
});

it("pauses if the server returns an empty response at once", async () => {
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

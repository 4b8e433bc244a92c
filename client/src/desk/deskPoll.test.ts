import { describe, expect, it } from "vitest";
import { ApiError, type ApiErrorKind } from "../api/http";
import type { DeskPolled } from "../wire/agent";
import { type DeskPollEvent, deskPoll } from "./deskPoll";

type Answer = DeskPolled | ApiErrorKind;

describe("deskPoll", () => {
  it("the next poll sends the cursor of the last response", async () => {
    const { asked } = await poll([polled(7), polled(9)]);

    expect(asked.map((ask) => ask.cursor)).toEqual([undefined, 7, 9]);
  });

  it("the first poll returns at once, so that the desk shows quickly; later polls wait", async () => {
    const { asked } = await poll([polled(7)]);

    expect(asked.map((ask) => ask.wait)).toEqual([0, 25_000]);
  });

  it("an event is emitted once, even if it arrives again after a lost response", async () => {
    const { told } = await poll([polled(7, [6, 7]), polled(8, [7, 8])]);

    expect(places(told)).toEqual([6, 7, 8]);
  });

  it("a gap is reported before the events after it", async () => {
    const { told } = await poll([polled(900, [900]), { ...polled(5, [4, 5]), hasGap: true }]);

    expect(told.map((one) => one.kind)).toEqual(["online", "event", "gap", "event", "event"]);
  });

  it("polling continues after errors from the same cursor, and reports the number of failures", async () => {
    const { asked, told } = await poll([polled(7), "unreachable", "unavailable", polled(7)]);

    expect(told).toEqual([
      { kind: "online" },
      { kind: "trouble", failures: 1 },
      { kind: "trouble", failures: 2 },
      { kind: "online" },
    ]);
    expect(asked.map((ask) => ask.cursor)).toEqual([undefined, 7, 7, 7, 7]);
  });

  it("if the cursor is refused, polling restarts at the current position", async () => {
    const { asked, told } = await poll([polled(7), "invalid", polled(3)]);

    expect(asked.map((ask) => ask.cursor)).toEqual([undefined, 7, undefined, 3]);
    expect(told.map((one) => one.kind)).toContain("gap");
  });

  it("polling ends when the token is refused", async () => {
    const { end, asked } = await poll([polled(7), "unauthorised", polled(8)]);

    expect(end).toBe("unauthorised");
    expect(asked).toHaveLength(2);
  });

  it("the pause grows after each failure, up to a limit that suits an agent", async () => {
    const { pauses } = await poll(Array(8).fill("unreachable"));

    expect(pauses.slice(0, 4)).toEqual([500, 1000, 2000, 4000]);
    expect(Math.max(...pauses)).toBe(4000);
  });
});

async function poll(answers: readonly Answer[]) {
  const end = new AbortController();
  const asked: { wait: number; cursor?: number }[] = [];
  const told: DeskPollEvent[] = [];
  const pauses: number[] = [];
  const result = await deskPoll({
    poll: async (ask) => {
      asked.push(ask);
      const answer = answers[asked.length - 1];
      if (answer === undefined) end.abort();
      if (answer === undefined) throw new ApiError("unreachable", "");
      if (typeof answer === "string") throw new ApiError(answer, "");
      return answer;
    },
    emit: (one) => told.push(one),
    clock: { now: () => 0, sleep: async (ms) => void pauses.push(ms) },
    random: () => 1,
    signal: end.signal,
    nudged: () => new AbortController().signal,
  });
  return { end: result, asked, told, pauses };
}

function polled(cursor: number, seqs: readonly number[] = []): DeskPolled {
  const gone = { kind: "transferred" as const, by: "", agentId: "", groupId: "" };
  const events = seqs.map((seq) => ({ ...gone, userId: "v_1", sessionId: "", seq }));
  return { cursor, hasMore: false, hasGap: false, events };
}

function places(told: readonly DeskPollEvent[]): (number | undefined)[] {
  return told.flatMap((one) => (one.kind === "event" ? [one.event.seq] : []));
}

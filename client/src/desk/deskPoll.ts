/**
 * The desk's long poll: one request at a time; each event is emitted once and in order; errors are retried. A plain
 * function. The server keeps no log for a desk (decision 0002). After a server restart, the response reports a gap and
 * the desk reads its lists again.
 */
import { ApiError } from "../api/http";
import type { Clock } from "../lib/clock";
import { pauseAfter } from "../session/pause";
import type { DeskEvent, DeskPolled } from "../wire/agent";

/** How long the server may hold a poll. */
const WAIT_MS = 25_000;
/** If an empty response came at once, wait this long before the next poll. */
const IDLE_GAP_MS = 1000;

/** Number of times the pause doubles. An agent's desk reconnects within seconds; visitors' pages may take longer. */
const STEPS = 4;

export type DeskPollEvent =
  | { kind: "event"; event: DeskEvent }
  | { kind: "gap" }
  | { kind: "online" }
  /** Number of polls that failed in a row. */
  | { kind: "trouble"; failures: number };

export type DeskPollSetup = {
  poll: (ask: { wait: number; cursor?: number }, signal: AbortSignal) => Promise<DeskPolled>;
  emit: (event: DeskPollEvent) => void;
  clock: Clock;
  /** 0 to 1. */
  random: () => number;
  signal: AbortSignal;
  /** Returns a signal that ends the current pause: the network is back, or the page is visible again. */
  nudged: () => AbortSignal;
};

/** Polls until `signal` ends it or the token is refused. */
export async function deskPoll(setup: DeskPollSetup): Promise<"unauthorised" | "aborted"> {
  const { clock, emit, signal } = setup;
  let cursor: number | undefined;
  let failures = 0;
  let isOnline = false;
  while (!signal.aborted) {
    const asked = clock.now();
    // The first poll after an error returns at once, so that the notice disappears as soon as the server responds.
    const wait = isOnline ? WAIT_MS : 0;
    try {
      const polled = await setup.poll({ wait, ...(cursor === undefined ? {} : { cursor }) }, signal);
      if (signal.aborted) break;
      if (!isOnline) emit({ kind: "online" });
      failures = 0;
      const isIdle = isOnline && polled.events.length === 0 && polled.cursor === cursor;
      isOnline = true;
      handOut(emit, polled, cursor ?? 0);
      cursor = polled.cursor;
      if (isIdle && clock.now() - asked < IDLE_GAP_MS) await pause(setup, IDLE_GAP_MS);
    } catch (cause) {
      if (signal.aborted) break;
      if (cause instanceof ApiError && cause.kind === "unauthorised") return "unauthorised";
      // The log does not know this cursor: start at its current position.
      if (cause instanceof ApiError && cause.kind === "invalid" && cursor !== undefined) {
        cursor = undefined;
        emit({ kind: "gap" });
      }
      failures += 1;
      isOnline = false;
      emit({ kind: "trouble", failures });
      await pause(setup, pauseAfter(Math.min(failures, STEPS), cause, setup.random()));
    }
  }
  return "aborted";
}

function handOut(emit: DeskPollSetup["emit"], polled: DeskPolled, cursor: number): void {
  if (polled.hasGap) emit({ kind: "gap" });
  let last = polled.hasGap ? 0 : cursor;
  for (const event of polled.events) {
    if (event.seq !== undefined) {
      if (event.seq <= last) continue;
      last = event.seq;
    }
    emit({ kind: "event", event });
  }
}

async function pause(setup: DeskPollSetup, ms: number): Promise<void> {
  await setup.clock.sleep(ms, AbortSignal.any([setup.signal, setup.nudged()]));
}

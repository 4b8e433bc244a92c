/**
 * The desk's long poll: one waiting poll at a time, events in order and once, quiet about trouble. A plain function.
 * A desk's log is not kept by the server (decision 0002): after its restart the cursor is answered with a gap, and the
 * desk reads its lists again.
 */
import { ApiError } from "../api/http";
import type { Clock } from "../lib/clock";
import { pauseAfter } from "../session/pause";
import type { DeskEvent, DeskPolled } from "../wire/agent";

/** How long the server may hold a poll. */
const WAIT_MS = 25_000;
/** An answer with nothing in it that came at once is not followed at once. */
const IDLE_GAP_MS = 1000;

/** Pauses double this often: an agent's desk comes back within seconds, visitors' pages may take their time. */
const STEPS = 4;

export type DeskTold =
  | { kind: "event"; event: DeskEvent }
  | { kind: "gap" }
  | { kind: "online" }
  /** So many polls in a row have failed. */
  | { kind: "trouble"; failures: number };

export type DeskPollSetup = {
  poll: (ask: { wait: number; cursor?: number }, signal: AbortSignal) => Promise<DeskPolled>;
  emit: (told: DeskTold) => void;
  clock: Clock;
  /** 0 to 1. */
  random: () => number;
  signal: AbortSignal;
  /** A signal that ends the pause of the moment: the network is back, the page is looked at. */
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
    // The first answer after trouble comes at once, so that the notice goes as soon as the server is there.
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
      // A cursor the log does not know: begin where it stands.
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

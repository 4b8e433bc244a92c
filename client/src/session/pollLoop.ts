/**
 * The long poll of one page: one waiting poll at a time, events in order and once, quiet about trouble.
 * A plain function; React only starts and stops it. Protocol, 'Polling' and 'Cursors'.
 */
import { ApiError } from "../api/http";
import type { Clock } from "../lib/clock";
import type { VisitorEvent } from "../wire/event";
import type { Phase, PollAsk, Polled } from "../wire/session";
import { pauseAfter } from "./pause";

/** How long the server may hold a poll. */
const WAIT_MS = 25_000;
/** An answer with nothing in it that came at once is not followed at once. */
const IDLE_GAP_MS = 1000;

export type PollTold =
  | { kind: "event"; event: VisitorEvent }
  | { kind: "stands"; phase: Phase; position: number }
  /** The log has a hole that nothing announced, or the store began a new epoch: the history must be read again. */
  | { kind: "reload"; hasHole: boolean }
  | { kind: "online" }
  /** `failures` polls in a row have failed. */
  | { kind: "trouble"; failures: number };

/** Why the loop stopped by itself. */
export type PollEnd = "ended" | "displaced" | "lost" | "unauthorised" | "aborted";

export type PollSetup = {
  poll: (ask: PollAsk, signal: AbortSignal) => Promise<Polled>;
  emit: (told: PollTold) => void;
  clock: Clock;
  /** 0 to 1. */
  random: () => number;
  signal: AbortSignal;
  /** A signal that ends the pause of the moment: the network is back, the page is looked at. */
  nudged: () => AbortSignal;
  /** A signal that ends the waiting poll: the device slept, or the network is another. */
  woken?: () => AbortSignal;
  /** Every event up to this seq has been handled. */
  cursor: number;
  epoch: string;
};

export async function pollLoop(setup: PollSetup): Promise<PollEnd> {
  let { cursor, epoch } = setup;
  let callCursor: number | undefined;
  let failures = 0;
  let isOnline = false;
  let isWoken = false;
  while (!setup.signal.aborted) {
    const asked = setup.clock.now();
    // After trouble the page hears at once where it stands: a place in the queue may have changed meanwhile, and
    // the notice of the trouble goes with the first answer.
    const wait = failures > 0 || isWoken ? 0 : WAIT_MS;
    const woken = setup.woken?.() ?? setup.signal;
    isWoken = false;
    try {
      const heard = callCursor === undefined ? {} : { callCursor };
      const polled = await setup.poll(
        { cursor, epoch, wait, ...heard },
        AbortSignal.any([setup.signal, woken]),
      );
      if (setup.signal.aborted) break;
      if (!isOnline) setup.emit({ kind: "online" });
      isOnline = true;
      failures = 0;
      const end = handOut(setup, polled, { cursor, epoch, callCursor: callCursor ?? 0 });
      callCursor = heardOfCalls(polled, callCursor);
      const isIdle = wait > 0 && polled.cursor === cursor && polled.events.length === 0;
      cursor = polled.cursor;
      epoch = polled.epoch;
      if (end) return end;
      if (isIdle && setup.clock.now() - asked < IDLE_GAP_MS) await pause(setup, IDLE_GAP_MS);
    } catch (cause) {
      if (setup.signal.aborted) break;
      isWoken = woken.aborted;
      if (isWoken) continue;
      const end = endOf(cause);
      if (end) return end;
      failures += 1;
      isOnline = false;
      setup.emit({ kind: "trouble", failures });
      if (isStaleCursor(cause)) {
        // The cursor is not one of this log's: begin again from what the history says.
        setup.emit({ kind: "reload", hasHole: false });
        cursor = 0;
      }
      await pause(setup, pauseAfter(failures, cause, setup.random()));
    }
  }
  return "aborted";
}

type Heard = { cursor: number; epoch: string; callCursor: number };

function handOut(setup: PollSetup, polled: Polled, heard: Heard): PollEnd | undefined {
  const { cursor, epoch, callCursor } = heard;
  const isOtherLog = epoch !== "" && polled.epoch !== "" && polled.epoch !== epoch;
  let last = isOtherLog ? 0 : cursor;
  const isAnnounced = polled.hasGap || isOtherLog;
  let hasHole = false;
  for (const event of polled.events) {
    if (event.kind === "call" && (event.callSeq ?? Infinity) <= callCursor) continue;
    if (event.seq !== undefined) {
      if (event.seq <= last) continue;
      hasHole ||= event.seq > last + 1 && !isAnnounced;
      last = event.seq;
    }
    setup.emit({ kind: "event", event });
    if (event.kind === "closed" && event.reason === "openedElsewhere") return "displaced";
  }
  if (hasHole || isAnnounced) setup.emit({ kind: "reload", hasHole });
  setup.emit({ kind: "stands", phase: polled.phase, position: polled.position });
  return polled.phase === "ended" && !polled.hasMore ? "ended" : undefined;
}

/** From the first news of a call on the page says how far it has heard its signals: a lost answer costs none then. */
function heardOfCalls({ events }: Polled, before: number | undefined): number | undefined {
  const calls = events.filter((event) => event.kind === "call");
  if (calls.length === 0) return before;
  return Math.max(before ?? 0, ...calls.map((event) => event.callSeq ?? 0));
}

function endOf(cause: unknown): PollEnd | undefined {
  if (!(cause instanceof ApiError)) return undefined;
  switch (cause.kind) {
    case "conflict":
      return "displaced";
    case "notFound":
      return "lost";
    case "unauthorised":
      return "unauthorised";
    default:
      return undefined;
  }
}

function isStaleCursor(cause: unknown): boolean {
  return cause instanceof ApiError && cause.kind === "invalid";
}

async function pause(setup: PollSetup, ms: number): Promise<void> {
  await setup.clock.sleep(ms, AbortSignal.any([setup.signal, setup.nudged()]));
}

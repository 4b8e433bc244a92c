/**
 * The long poll of one page: one poll at a time, each event once and in order, and retries after failures.
 * A plain function; React only starts and stops it. Protocol, 'Polling' and 'Cursors'.
 */
import { ApiError } from "../api/http";
import type { Clock } from "../lib/clock";
import type { VisitorEvent } from "../wire/event";
import type { ExpectedWait, Phase, PollAsk, Polled } from "../wire/session";
import { pauseAfter } from "./pause";

/** How long the server may hold a long poll. */
const WAIT_MS = 25_000;
/** The least time between polls whose response is empty. */
const IDLE_GAP_MS = 1000;

export type PollEvent =
  | { kind: "event"; event: VisitorEvent }
  | { kind: "phaseChanged"; phase: Phase; position: number; expectedWait?: ExpectedWait }
  /** The page must read the history again, after a gap or a new epoch. `hasHole`: the gap was not announced. */
  | { kind: "reload"; hasHole: boolean }
  | { kind: "online" }
  /** `failures` polls in a row have failed. */
  | { kind: "trouble"; failures: number };

/** Why the loop ended. */
export type PollEnd = "ended" | "displaced" | "lost" | "unauthorised" | "aborted";

export type PollSetup = {
  poll: (ask: PollAsk, signal: AbortSignal) => Promise<Polled>;
  emit: (told: PollEvent) => void;
  clock: Clock;
  /** 0 to 1. */
  random: () => number;
  signal: AbortSignal;
  /** The signal that ends the current pause: the network is back, or the visitor looks at the page. */
  nudged: () => AbortSignal;
  /** The signal that aborts the waiting poll: the device slept, or the network changed. */
  woken?: () => AbortSignal;
  /** Every event up to this `seq` was handled. */
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
    // After trouble, the poll does not wait: the queue position may have changed, and the first response removes the
    // trouble notice.
    const wait = failures > 0 || isWoken ? 0 : WAIT_MS;
    const woken = setup.woken?.() ?? setup.signal;
    isWoken = false;
    try {
      const since = callCursor === undefined ? {} : { callCursor };
      const polled = await setup.poll(
        { cursor, epoch, wait, ...since },
        AbortSignal.any([setup.signal, woken]),
      );
      if (setup.signal.aborted) break;
      if (!isOnline) setup.emit({ kind: "online" });
      isOnline = true;
      failures = 0;
      const end = handOut(setup, polled, { cursor, epoch, callCursor: callCursor ?? 0 });
      callCursor = callCursorAfter(polled, callCursor);
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
        // The cursor does not belong to this log: read the history and start again.
        setup.emit({ kind: "reload", hasHole: false });
        cursor = 0;
      }
      await pause(setup, pauseAfter(failures, cause, setup.random()));
    }
  }
  return "aborted";
}

type Since = { cursor: number; epoch: string; callCursor: number };

function handOut(setup: PollSetup, polled: Polled, since: Since): PollEnd | undefined {
  const { cursor, epoch, callCursor } = since;
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
  const { phase, position, expectedWait } = polled;
  setup.emit({ kind: "phaseChanged", phase, position, expectedWait });
  return polled.phase === "ended" && !polled.hasMore ? "ended" : undefined;
}

/** The call cursor: from the first call event on, the page acknowledges signals, so that a lost response loses none. */
function callCursorAfter({ events }: Polled, before: number | undefined): number | undefined {
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

/** Sends signals one at a time, in the order they were made, and retries after passing errors. */
import { ApiError } from "../api/http";
import type { Clock } from "../lib/clock";
import { pauseAfter } from "../session/pause";
import type { Signal } from "../wire/call";

export type SignalQueue = { send: (signal: Signal) => void; end: () => void };

export type SignalQueueSetup = {
  send: (signal: Signal) => Promise<void>;
  clock: Clock;
  /** 0 to 1. */
  random: () => number;
  /** The server does not know the call, or refuses this signal. */
  onRefused: () => void;
};

export function createSignalQueue({ send, clock, random, onRefused }: SignalQueueSetup): SignalQueue {
  const over = new AbortController();
  const queue: Signal[] = [];
  let isSending = false;

  const flush = async () => {
    if (isSending) return;
    isSending = true;
    let failures = 0;
    for (let next = queue[0]; next && !over.signal.aborted; next = queue[0]) {
      try {
        await send(next);
        queue.shift();
        failures = 0;
      } catch (cause) {
        if (!isPassing(cause)) {
          queue.length = 0;
          if (!over.signal.aborted) onRefused();
          break;
        }
        failures += 1;
        await clock.sleep(pauseAfter(Math.min(failures, 4), cause, random()), over.signal);
      }
    }
    isSending = false;
  };
  return {
    send(signal) {
      queue.push(signal);
      void flush();
    },
    end() {
      queue.length = 0;
      over.abort();
    },
  };
}

function isPassing(cause: unknown): boolean {
  return (
    cause instanceof ApiError && ["unreachable", "unavailable", "tooMany", "broken"].includes(cause.kind)
  );
}

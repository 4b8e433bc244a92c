/** The time source, a parameter so that tests control it. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Resolves after `ms`, or at once when `signal` aborts; never rejects. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener("abort", done, { once: true });
    }),
};

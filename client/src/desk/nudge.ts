/** Ends retry pauses early: when the network is back or the page is visible again, the next try starts at once. */

export type Nudge = {
  /** Returns a signal that aborts at the next nudge. */
  signal: () => AbortSignal;
  nudge: () => void;
  /** Nudges on browser events until `end` aborts. */
  listen: (end: AbortSignal) => void;
};

export function createNudge(): Nudge {
  let current = new AbortController();
  const nudge = () => {
    const before = current;
    current = new AbortController();
    before.abort();
  };
  return {
    signal: () => current.signal,
    nudge,
    listen(end) {
      const isLookedAt = () => {
        if (document.visibilityState === "visible") nudge();
      };
      window.addEventListener("online", nudge, { signal: end });
      document.addEventListener("visibilitychange", isLookedAt, { signal: end });
    },
  };
}

/** Retries a request that the page cannot do without. */
import { ApiError } from "../api/http";
import { systemClock } from "../lib/clock";
import { pauseAfter } from "../session/pause";
import type { createStore } from "./jotai";
import { setPageAtom } from "./page.atoms";

type Store = ReturnType<typeof createStore>;

/** The response; undefined if the request is aborted, or refused as for an unknown channel (Protocol, 'Errors'). */
export async function askUntilAnswered<T>(
  store: Store,
  ask: () => Promise<T>,
  signal: AbortSignal,
): Promise<T | undefined> {
  for (let failures = 0; !signal.aborted; ) {
    try {
      return await ask();
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      if (cause.kind !== "unreachable" && cause.kind !== "unavailable" && cause.kind !== "tooMany") {
        store.set(setPageAtom, { kind: "missing" });
        return undefined;
      }
      failures += 1;
      store.set(setPageAtom, { kind: "waiting" });
      await systemClock.sleep(pauseAfter(failures, cause, Math.random()), signal);
    }
  }
  return undefined;
}

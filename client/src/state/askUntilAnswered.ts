/** What a page cannot be without is asked for until somebody answers. */
import { ApiError } from "../api/http";
import { systemClock } from "../lib/clock";
import { pauseAfter } from "../session/pause";
import type { createStore } from "./jotai";
import { setPageAtom } from "./page.atoms";

type Store = ReturnType<typeof createStore>;

/** The answer; nothing when it is refused, which is an unknown channel (Protocol, 'Errors'), or when the page is left. */
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

import { type ComponentType, lazy } from "react";

/** A component that is fetched when it is first shown. */
export function lazily<Props>(fetch: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await fetch() }));
}

/** Fetches what will be needed later, once the page has nothing better to do: one after another, each in a pause of its own. */
export function whenIdle(fetches: readonly (() => Promise<unknown>)[]): void {
  const [fetch, ...rest] = fetches;
  if (!fetch) return;
  const start = () => {
    // What cannot be fetched now is fetched when it is needed.
    fetch()
      .catch(() => undefined)
      .then(() => whenIdle(rest));
  };
  if ("requestIdleCallback" in window) requestIdleCallback(start, { timeout: 3000 });
  else setTimeout(start, 1500);
}

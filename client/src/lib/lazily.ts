import { type ComponentType, lazy } from "react";

/** A component that is fetched when it is first shown. */
export function lazily<Props>(fetch: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await fetch() }));
}

/** Fetches what will be needed later, once the page has nothing better to do. */
export function whenIdle(fetches: readonly (() => Promise<unknown>)[]): void {
  const start = () => {
    // What cannot be fetched now is fetched when it is needed.
    for (const fetch of fetches) fetch().catch(() => undefined);
  };
  if ("requestIdleCallback" in window) requestIdleCallback(start, { timeout: 3000 });
  else setTimeout(start, 1500);
}

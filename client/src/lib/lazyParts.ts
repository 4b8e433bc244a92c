import { type ComponentType, createElement, lazy, useState } from "react";

/** Parts of the page that come later: how they are fetched, and what they are once they have come. */
export type Parts<All> = { fetch: () => Promise<All>; here: () => All | undefined };

/** What is fetched once is there at once from then on. */
export function parts<All>(fetch: () => Promise<All>): Parts<All> {
  let here: All | undefined;
  return {
    fetch: async () => {
      here = await fetch();
      return here;
    },
    here: () => here,
  };
}

/**
 * A component of parts that come later, fetched when it is first shown. Where they have come already it is shown with
 * everything around it: what waits for a promise, be it kept, React draws a third of a second after it has come.
 */
export function lazyComponent<All, Props extends object>(
  { fetch, here }: Parts<All>,
  pick: (all: All) => ComponentType<Props>,
): ComponentType<Props> {
  const Coming = lazy(async () => ({ default: pick(await fetch()) }));
  return function LazyComponent(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => {
      const all = here();
      return all === undefined ? Coming : pick(all);
    });
    return createElement(Shown, props);
  };
}

/**
 * Fetches what will be needed later, once the page has nothing better to do: one after another, each in a pause of its own.
 * Nothing more is begun after what it returns was called.
 */
export function whenIdle(fetches: readonly (() => Promise<unknown>)[]): () => void {
  let isOver = false;
  const goOn = ([fetch, ...rest]: readonly (() => Promise<unknown>)[]) => {
    if (isOver || !fetch) return;
    const start = () => {
      if (isOver) return;
      // What cannot be fetched now is fetched when it is needed.
      fetch()
        .catch(() => undefined)
        .then(() => goOn(rest));
    };
    if ("requestIdleCallback" in window) requestIdleCallback(start, { timeout: 3000 });
    else setTimeout(start, 1500);
  };
  goOn(fetches);
  return () => {
    isOver = true;
  };
}

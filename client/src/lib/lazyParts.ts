import { type ComponentType, createElement, lazy, useState } from "react";

/** Parts of the page that are loaded later: `fetch` loads them, `here` returns them after that. */
export type Parts<All> = { fetch: () => Promise<All>; here: () => All | undefined };

/** Keeps what `fetch` loaded, so that `here` returns it synchronously. */
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
 * A component of later parts, loaded when it is first shown. If the parts are already loaded, it renders without
 * suspending: React shows a suspended component up to a third of a second late, even if its promise is fulfilled.
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

/** A component of a module of its own, by its name. */
export function lazyPart<Name extends string, Props extends object>(
  fetch: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): ComponentType<Props> {
  return lazyComponent(parts(fetch), (all) => all[name]);
}

/**
 * Loads later parts while the page is idle, one after another, each in its own idle period. Returns a function that
 * prevents further loads.
 */
export function whenIdle(fetches: readonly (() => Promise<unknown>)[]): () => void {
  let isOver = false;
  const goOn = ([fetch, ...rest]: readonly (() => Promise<unknown>)[]) => {
    if (isOver || !fetch) return;
    const start = () => {
      if (isOver) return;
      // A failed part is loaded again when it is needed.
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

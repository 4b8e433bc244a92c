/** Asks before unsaved changes are left: by a link, by Back, or by closing the page. */
import { useEffect, useId } from "react";
import type { BaseLocationHook } from "wouter";
import { atom, type createStore, useSetAtom } from "../../state/jotai";

type Store = ReturnType<typeof createStore>;

/** The unsaved things on the screen, by the id of their form, with what discards each. */
const unsavedAtom = atom<ReadonlyMap<string, () => void>>(new Map());

/** A question whether to leave; `go` leaves. */
const questionAtom = atom<{ go: () => void } | undefined>(undefined);
export const leavingAtom = atom((get) => get(questionAtom) !== undefined);

export const stayAtom = atom(null, (_get, set) => set(questionAtom, undefined));

/** Leaves, and forgets the changes. */
export const leaveAtom = atom(null, (get, set) => {
  const question = get(questionAtom);
  for (const discard of get(unsavedAtom).values()) discard();
  set(unsavedAtom, new Map());
  set(questionAtom, undefined);
  question?.go();
});

/** Leaves at once if nothing is unsaved, else after the user agrees. */
export const askBeforeAtom = atom(null, (get, set, go: () => void) => {
  if (get(unsavedAtom).size === 0) go();
  else set(questionAtom, { go });
});

const markAtom = atom(null, (get, set, id: string, discard: (() => void) | undefined) => {
  const next = new Map(get(unsavedAtom));
  if (discard) next.set(id, discard);
  else next.delete(id);
  set(unsavedAtom, next);
});

/** Guards a form while it has unsaved changes. */
export function useUnsaved(isUnsaved: boolean, discard: () => void): void {
  const id = useId();
  const mark = useSetAtom(markAtom);
  useEffect(() => {
    if (!isUnsaved) return;
    mark(id, discard);
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => {
      mark(id, undefined);
      window.removeEventListener("beforeunload", warn);
    };
  }, [id, isUnsaved, discard, mark]);
}

/** The router's location, which asks before it changes. Back and forward are asked about too. */
export function createGuardedLocation(store: Store, base: BaseLocationHook): BaseLocationHook {
  return (...args: Parameters<BaseLocationHook>) => {
    const [location, navigate] = base(...args);
    return [location, (to, options) => store.set(askBeforeAtom, () => navigate(to, options))];
  };
}

/** Stops the browser's Back while changes are unsaved, and asks. */
export function guardHistory(store: Store, goTo: (address: string) => void): () => void {
  let here = location.href;
  const stop = (event: PopStateEvent) => {
    if (store.get(unsavedAtom).size === 0) return;
    const wanted = location.href;
    if (wanted === here) return;
    event.stopImmediatePropagation();
    history.pushState(history.state, "", here);
    store.set(askBeforeAtom, () => goTo(wanted));
  };
  const note = () => {
    here = location.href;
  };
  window.addEventListener("popstate", stop, { capture: true });
  for (const change of ["popstate", "pushState", "replaceState"]) window.addEventListener(change, note);
  return () => {
    window.removeEventListener("popstate", stop, { capture: true });
    for (const change of ["popstate", "pushState", "replaceState"]) window.removeEventListener(change, note);
  };
}

/**
 * Removes things so that it can be undone: a thing is hidden at once, and deleted when the time for an undo is over or
 * the page is closed.
 */
import type { AdminApi } from "../../api/admin";
import { atom } from "../../state/jotai";
import type { Thing } from "../../wire/things";
import { type Kind, keyOf, nameOf } from "./kinds";
import { type Refusal, refusalOf } from "./refusals";

/** Time for an undo. */
export const UNDO_MS = 10_000;

/** How a thing is deleted: `detach` takes it out of what refers to it, `force` ignores test questions. */
export type HowRemoved = { detach?: true; force?: true };

export type Removal = { kind: Kind; key: string; thing: Thing; title: string; how?: HowRemoved | undefined };

/** A deletion that the server refused. */
export type RefusedRemoval = Removal & { refusal: Refusal };

type Pending = Removal & { timer: ReturnType<typeof setTimeout>; done: () => void | Promise<void> };

const pendingAtom = atom<readonly Pending[]>([]);
const refusedAtom = atom<RefusedRemoval | undefined>(undefined);

/** Things that are being removed. */
export const removalsAtom = atom((get): readonly Removal[] => get(pendingAtom));
export const refusedRemovalAtom = atom(
  (get) => get(refusedAtom),
  (_get, set) => set(refusedAtom, undefined),
);

export function isHidden(removals: readonly Removal[], kind: Kind, key: string): boolean {
  return removals.some((one) => one.kind === kind && one.key === key);
}

type Wish = Omit<Removal, "key"> & { api: AdminApi; done: () => void | Promise<void> };

/** Hides a thing, and deletes it when the time is over. `done` runs after the deletion, refused or not. */
export const removeAtom = atom(null, (get, set, { kind, thing, title, how, api, done }: Wish) => {
  const key = keyOf(kind, thing);
  if (isHidden(get(pendingAtom), kind, key)) return;
  const timer = setTimeout(() => void set(finishAtom, { kind, key, api, outlivesPage: false }), UNDO_MS);
  set(pendingAtom, [...get(pendingAtom), { kind, key, thing, title, how, timer, done }]);
});

export const undoRemovalAtom = atom(null, (get, set, { kind, key }: Pick<Removal, "kind" | "key">) => {
  const all = get(pendingAtom);
  clearTimeout(all.find((one) => one.kind === kind && one.key === key)?.timer);
  set(
    pendingAtom,
    all.filter((one) => one.kind !== kind || one.key !== key),
  );
});

/** The page is being closed: what is hidden is deleted at once. */
export const flushRemovalsAtom = atom(null, (get, set, api: AdminApi) => {
  for (const { kind, key } of get(pendingAtom)) void set(finishAtom, { kind, key, api, outlivesPage: true });
});

type Finish = Pick<Removal, "kind" | "key"> & { api: AdminApi; outlivesPage: boolean };

const finishAtom = atom(null, async (get, set, { kind, key, api, outlivesPage }: Finish) => {
  const one = get(pendingAtom).find((other) => other.kind === kind && other.key === key);
  if (!one) return;
  clearTimeout(one.timer);
  try {
    const how = one.how ? [one.how] : [];
    await api.remove(kind, nameOf(kind, one.thing), one.thing.version, outlivesPage, ...how);
  } catch (cause) {
    const refusal = refusalOf(cause);
    // Somebody else removed it first.
    if (refusal.kind !== "gone") {
      const { thing, title, how } = one;
      set(refusedAtom, { kind, key, thing, title, how, refusal });
    }
  }
  await one.done();
  set(
    pendingAtom,
    get(pendingAtom).filter((other) => other !== one),
  );
});

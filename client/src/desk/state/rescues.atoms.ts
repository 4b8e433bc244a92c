/** Rescues that a supervisor's desk heard of while it was open, newest first. */
import { atom } from "../../state/jotai";
import type { Rescue } from "../../wire/duty";
import { servicesAtom } from "./services";

export type HeardRescue = { userId: string; at: number; rescue: Rescue };

/** The most that are kept. */
const KEPT_MAX = 20;

const heldAtom = atom<readonly HeardRescue[]>([]);
export const rescuesAtom = atom((get) => get(heldAtom));

export const rescuedAtom = atom(null, (get, set, { userId, rescue }: Omit<HeardRescue, "at">) => {
  const at = get(servicesAtom).clock.now();
  set(heldAtom, [{ userId, at, rescue }, ...get(heldAtom)].slice(0, KEPT_MAX));
});

/** Forgets them before another agent signs in. */
export const forgetRescuesAtom = atom(null, (_get, set) => set(heldAtom, []));

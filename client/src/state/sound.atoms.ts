/** Messages heard since the page was opened, and whether they make a sound. */
import { playChime } from "../lib/sound";
import { createKeeper, IDENTITY_KEPT_MS } from "../lib/storage";
import { atom } from "./jotai";

const KEY = "frontdesk&sound";
const keeper = createKeeper(() => localStorage);

const heldCountAtom = atom(0);
const heldIsOnAtom = atom(keeper.read(KEY, Date.now()) !== false);

export const heardCountAtom = atom((get) => get(heldCountAtom));
export const isSoundOnAtom = atom((get) => get(heldIsOnAtom));

export const toggleSoundAtom = atom(null, (get, set) => {
  const isOn = !get(heldIsOnAtom);
  set(heldIsOnAtom, isOn);
  keeper.write(KEY, isOn, Date.now(), IDENTITY_KEPT_MS);
});

/** Somebody else said something. */
export const heardAtom = atom(null, (get, set) => {
  set(heldCountAtom, get(heldCountAtom) + 1);
  if (get(heldIsOnAtom) && document.hidden) playChime();
});

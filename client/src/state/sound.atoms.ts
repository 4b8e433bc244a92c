/** Messages heard since the page was opened, and whether they make a sound. */
import { variantOf } from "../lib/device";
import { playChime } from "../lib/sound";
import { IDENTITY_KEPT_MS } from "../lib/storage";
import { atom } from "./jotai";
import { keeper } from "./kept";

const KEY = "frontdesk&sound";

const heldCountAtom = atom(0);
const heldRungCountAtom = atom(0);
const heldIsSeenAtom = atom(true);
const heldIsOnAtom = atom(isKeptOn());

export const heardCountAtom = atom((get) => get(heldCountAtom));
/** Calls that rang since the page was opened. */
export const rungCountAtom = atom((get) => get(heldRungCountAtom));
export const isSoundOnAtom = atom((get) => get(heldIsOnAtom));

export const toggleSoundAtom = atom(null, (get, set) => {
  const isOn = !get(heldIsOnAtom);
  set(heldIsOnAtom, isOn);
  keeper.write(KEY, isOn, Date.now(), IDENTITY_KEPT_MS);
});

/** Where the page around the chat keeps the choice, it comes after this module has run. */
export const recallSoundAtom = atom(null, (_get, set) => set(heldIsOnAtom, isKeptOn()));

/** Whether somebody looks at the chat: what is seen needs no sound. */
export const setSeenAtom = atom(null, (_get, set, isSeen: boolean) => set(heldIsSeenAtom, isSeen));

/** It begins to ring; the call itself makes the sound of it. */
export const rungAtom = atom(null, (get, set) => set(heldRungCountAtom, get(heldRungCountAtom) + 1));

/** Somebody else said something. Only desktops have the toggle, so only they make a sound (Requirement CH-24). */
export const heardAtom = atom(null, (get, set) => {
  set(heldCountAtom, get(heldCountAtom) + 1);
  const isSeen = get(heldIsSeenAtom) && document.hasFocus();
  const isDesktop = variantOf(navigator.userAgent, window.innerWidth) === "desktop";
  if (get(heldIsOnAtom) && !isSeen && isDesktop) playChime();
});

function isKeptOn(): boolean {
  return keeper.read(KEY, Date.now()) !== false;
}

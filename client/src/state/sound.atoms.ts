/** Counts messages and calls since the page opened, and plays the sound of messages. */
import { variantOf } from "../lib/device";
import { playChime } from "../lib/sound";
import { IDENTITY_KEPT_MS } from "../lib/storage";
import { atom } from "./jotai";
import { keeper } from "./keepers";

const KEY = "frontdesk&sound";

const heldCountAtom = atom(0);
const heldRungCountAtom = atom(0);
const heldIsSeenAtom = atom(true);
const heldIsOnAtom = atom(isKeptOn());

export const receivedCountAtom = atom((get) => get(heldCountAtom));
/** Number of calls that have rung since the page opened. */
export const rungCountAtom = atom((get) => get(heldRungCountAtom));
export const isSoundOnAtom = atom((get) => get(heldIsOnAtom));

export const toggleSoundAtom = atom(null, (get, set) => {
  const isOn = !get(heldIsOnAtom);
  set(heldIsOnAtom, isOn);
  keeper.write(KEY, isOn, Date.now(), IDENTITY_KEPT_MS);
});

/** Reads the choice again, because a host page's kept values arrive after this module has run. */
export const recallSoundAtom = atom(null, (_get, set) => set(heldIsOnAtom, isKeptOn()));

/** Whether the visitor looks at the chat; then messages make no sound. */
export const setSeenAtom = atom(null, (_get, set, isSeen: boolean) => set(heldIsSeenAtom, isSeen));

/** A call starts to ring; the call code plays its sound. */
export const rungAtom = atom(null, (get, set) => set(heldRungCountAtom, get(heldRungCountAtom) + 1));

/** A message of the agent or robot came. Only desktops have the toggle, so only they play it (Requirement CH-24). */
export const receivedAtom = atom(null, (get, set) => {
  set(heldCountAtom, get(heldCountAtom) + 1);
  const isSeen = get(heldIsSeenAtom) && document.hasFocus();
  const isDesktop = variantOf(navigator.userAgent, window.innerWidth) === "desktop";
  if (get(heldIsOnAtom) && !isSeen && isDesktop) playChime();
});

function isKeptOn(): boolean {
  return keeper.read(KEY, Date.now()) !== false;
}

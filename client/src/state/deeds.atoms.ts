/** What the visitor does that a shop's analytics count, apart from what the conversation itself shows. */
import { atom } from "./jotai";

const heldLeftCountAtom = atom(0);

/** Number of messages and work orders that the visitor left since the page opened. */
export const leftCountAtom = atom((get) => get(heldLeftCountAtom));

export const countLeftAtom = atom(null, (get, set) => set(heldLeftCountAtom, get(heldLeftCountAtom) + 1));

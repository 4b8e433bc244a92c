/** Who signed in: under whose name messages stand before the server has confirmed them. */
import { atom } from "../../state/jotai";
import type { SignedIn } from "../../wire/agent";

export const agentAtom = atom<SignedIn | undefined>(undefined);

/** The signed-in agent, whose name unconfirmed messages show. */
import { atom } from "../../state/jotai";
import type { SignedIn } from "../../wire/account";

export const agentAtom = atom<SignedIn | undefined>(undefined);

/** Whether the server sends mail. */
export const sendsMailAtom = atom(false);

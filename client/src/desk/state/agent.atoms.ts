/** The signed-in agent, whose name unconfirmed messages show. */
import { atom } from "../../state/jotai";
import type { SignedIn } from "../../wire/account";

export const agentAtom = atom<SignedIn | undefined>(undefined);

/** Their name, as messages have it. */
export const ownNameAtom = atom((get) => get(agentAtom)?.nick ?? "");

/** Whether the signed-in agent oversees others. */
export const supervisesAtom = atom((get) => {
  const role = get(agentAtom)?.role;
  return role === "supervisor" || role === "admin";
});

/** What the server told about the shop at the sign-in. */
export type Shop = { name: string; hasModel: boolean };
export const shopAtom = atom<Shop>({ name: "", hasModel: false });

/** Whether the server sends mail. */
export const sendsMailAtom = atom(false);

/** What the desk's actions need from outside: main.tsx or a test puts it into the store. */
import type { AgentApi } from "../../api/agent";
import type { CallApi } from "../../api/call";
import type { Clock } from "../../lib/clock";
import { atom } from "../../state/jotai";
import type { Notice } from "../notices";
import type { Nudge } from "../nudge";

export type Services = {
  api: AgentApi;
  callApi: CallApi;
  clock: Clock;
  /** 0 to 1. */
  random: () => number;
  newId: () => string;
  nudge: Nudge;
  /** Notifies the agent of something they may miss, by sound and title. */
  notify: (notice: Notice) => void;
};

const heldAtom = atom<Services | undefined>(undefined);

export const servicesAtom = atom(
  (get): Services => {
    const held = get(heldAtom);
    if (!held) throw new Error("the desk's services are set before anything is done");
    return held;
  },
  (_get, set, services: Services) => set(heldAtom, services),
);

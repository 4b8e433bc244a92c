/** The agent's call with one visitor. Other callers wait in the panel. */
import { type Caller, createCaller } from "../../call/caller";
import { browserDevices } from "../../call/devices";
import { type CallEvent, createIntake } from "../../call/intake";
import { createPeer } from "../../call/peer";
import type { Passing } from "../../call/useCallSigns";
import { type CallView, idleView } from "../../call/view";
import { atom, type Getter, type Setter } from "../../state/jotai";
import { servicesAtom } from "../state/services";

const heldViewAtom = atom<CallView>(idleView);
const heldPassingAtom = atom<Passing>({ count: 0, kind: "over" });
const heldCallerAtom = atom<Caller | undefined>(undefined);
const heldIntakeAtom = atom<((event: CallEvent) => void) | undefined>(undefined);

export const callViewAtom = atom((get) => get(heldViewAtom));
/** What the next toast says. */
export const passingAtom = atom((get) => get(heldPassingAtom));
/** The visitor whom the agent calls or speaks with. */
export const callPartnerAtom = atom((get) => {
  const { phase, partner } = get(heldViewAtom);
  return phase === "idle" || phase === "notice" ? "" : partner;
});

export const callerAtom = atom(null, (get, set) => callerOf(get, set));

export const startCallAtom = atom(null, (get, set, ask: { userId: string; isVideo: boolean }) =>
  callerOf(get, set).call(ask.userId, ask.isVideo),
);

/** Takes a call event from the desk's poll. */
export const callReceivedAtom = atom(null, (get, set, event: CallEvent) => {
  const intake = get(heldIntakeAtom) ?? createIntake(async () => callerOf(get, set));
  set(heldIntakeAtom, () => intake);
  intake(event);
});

function callerOf(get: Getter, set: Setter): Caller {
  const held = get(heldCallerAtom);
  if (held) return held;
  const { callApi, clock, random } = get(servicesAtom);
  const say = (kind: Passing["kind"]) =>
    set(heldPassingAtom, { count: get(heldPassingAtom).count + 1, kind });
  const caller = createCaller({
    side: "agent",
    api: callApi,
    devices: browserDevices,
    clock,
    random,
    createPeer,
    change: (view) => set(heldViewAtom, view),
    onOver: () => say("over"),
    onBusy: () => say("busy"),
    // The panel itself rings; the sound for messages is different.
    onRing: () => undefined,
  });
  set(heldCallerAtom, caller);
  return caller;
}

/** The voice or video call of this page. The code for calls is loaded with the first one. */
import type { Caller } from "../call/caller";
import type { Passing } from "../call/useCallSigns";
import type { CallView } from "../call/view";
import { phaseAtom, stageAtom } from "./chat.atoms";
import { atom, type Getter, type Setter } from "./jotai";

const heldViewAtom = atom<CallView | undefined>(undefined);
const heldPassingAtom = atom<Passing>({ count: 0, kind: "over" });
const heldCallerAtom = atom<Promise<Caller> | undefined>(undefined);
const heldHearAtom = atom<((raw: unknown) => void) | undefined>(undefined);

export const callViewAtom = atom((get) => get(heldViewAtom));
/** Whether there is or was a call on this page. */
export const hasCallAtom = atom((get) => get(heldViewAtom) !== undefined);
/** Whether a call is starting, ringing or connected. */
export const isOnCallAtom = atom((get) => {
  const phase = get(heldViewAtom)?.phase ?? "idle";
  return phase !== "idle" && phase !== "notice";
});
/** The latest call notice for a toast. */
export const passingAtom = atom((get) => get(heldPassingAtom));

/** Whether the visitor may call, because an agent talks to them. */
export const canCallAtom = atom((get) => get(phaseAtom) === "manual" && get(stageAtom) === "open");

/** Takes a call event from a poll. */
export const callReceivedAtom = atom(null, (get, set, raw: unknown) => {
  const held = get(heldHearAtom);
  if (held) {
    held(raw);
    return;
  }
  // Events that come while the code loads are kept in order.
  const early: unknown[] = [raw];
  set(heldHearAtom, () => (next: unknown) => early.push(next));
  import("./visitorCalls").then(
    ({ createHearing }) => {
      const receive = createHearing(() => callerOf(get, set));
      set(heldHearAtom, () => receive);
      for (const each of early) receive(each);
    },
    () => set(heldHearAtom, undefined),
  );
});

export const startCallAtom = atom(null, async (get, set, isVideo: boolean) => {
  const caller = await callerOf(get, set);
  await caller.call("", isVideo);
});

/** Loads the caller at the first use, and again after a failure. */
export const callerAtom = atom(null, (get, set) => callerOf(get, set));

function callerOf(get: Getter, set: Setter): Promise<Caller> {
  const held = get(heldCallerAtom);
  if (held) return held;
  const fetched = import("./visitorCalls").then(({ createVisitorCaller }) =>
    createVisitorCaller(get, set, {
      change: (view) => set(heldViewAtom, view),
      say: (kind) => set(heldPassingAtom, { count: get(heldPassingAtom).count + 1, kind }),
    }),
  );
  set(heldCallerAtom, fetched);
  fetched.catch(() => set(heldCallerAtom, undefined));
  return fetched;
}

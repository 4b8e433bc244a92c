/** The call of this page. What makes calls is fetched with the first of them; until then there is nothing. */
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
/** There is a call, or there was one on this page. */
export const hasCallAtom = atom((get) => get(heldViewAtom) !== undefined);
/** One is asked for, rings or is spoken in. */
export const isOnCallAtom = atom((get) => {
  const phase = get(heldViewAtom)?.phase ?? "idle";
  return phase !== "idle" && phase !== "notice";
});
/** What is told by a toast. */
export const passingAtom = atom((get) => get(heldPassingAtom));

/** The visitor may call: the agent is there. */
export const canCallAtom = atom((get) => get(phaseAtom) === "manual" && get(stageAtom) === "open");

/** A poll told something about a call. */
export const callToldAtom = atom(null, (get, set, raw: unknown) => {
  const held = get(heldHearAtom);
  if (held) {
    held(raw);
    return;
  }
  // In the order it was told, whatever is fetched first.
  const early: unknown[] = [raw];
  set(heldHearAtom, () => (next: unknown) => early.push(next));
  import("./visitorCalls").then(
    ({ createHearing }) => {
      const hear = createHearing(() => callerOf(get, set));
      set(heldHearAtom, () => hear);
      for (const each of early) hear(each);
    },
    () => set(heldHearAtom, undefined),
  );
});

export const startCallAtom = atom(null, async (get, set, isVideo: boolean) => {
  const caller = await callerOf(get, set);
  await caller.call("", isVideo);
});

/** The one who makes calls, fetched when first asked for; fetched again where that failed. */
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

/** A visitor's calls: the shared caller with the visitor's api and page. Loaded with the first call. */
import { createVisitorCallApi } from "../api/call";
import { type Caller, createCaller } from "../call/caller";
import { browserDevices } from "../call/devices";
import { createIntake } from "../call/intake";
import { createPeer } from "../call/peer";
import type { Passing } from "../call/useCallSigns";
import type { CallView } from "../call/view";
import { systemClock } from "../lib/clock";
import { readCallNews } from "../wire/call";
import type { Getter, Setter } from "./jotai";
import { openDialogAtom, pageAtom } from "./page.atoms";
import { rungAtom } from "./sound.atoms";

export type VisitorCallsSetup = { change: (view: CallView) => void; say: (kind: Passing["kind"]) => void };

export function createVisitorCaller(get: Getter, set: Setter, { change, say }: VisitorCallsSetup): Caller {
  const who = () => {
    const page = get(pageAtom);
    return page.kind === "ready" ? page.who : { userId: "", token: "" };
  };
  const settings = {
    token: () => who().token || undefined,
    onUnauthorised: () => set(openDialogAtom, { kind: "expired" }),
  };
  return createCaller({
    side: "visitor",
    api: createVisitorCallApi(settings, () => who().userId),
    devices: browserDevices,
    clock: systemClock,
    random: Math.random,
    createPeer,
    change,
    onOver: () => say("over"),
    onBusy: () => say("busy"),
    // A call that rings unseen counts as unread on the host page's launcher.
    onRing: () => set(rungAtom),
  });
}

/** Reads call events of a poll and passes them to the caller. */
export function createHearing(caller: () => Promise<Caller>): (raw: unknown) => void {
  const take = createIntake(caller);
  return (raw) => {
    const news = readCallNews(raw);
    if (news) take({ news, partner: "" });
  };
}

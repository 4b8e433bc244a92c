import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { CallPanel } from "../../call/CallPanel";
import type { Caller } from "../../call/caller";
import { useCallSigns } from "../../call/useCallSigns";
import type { CallView } from "../../call/view";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { keptSound } from "../keeping";
import { useOffers } from "../keys/offers.atoms";
import { visitorName } from "../names";
import { mineAtom } from "../state/desk.atoms";
import { callerAtom, callViewAtom, passingAtom } from "./call.atoms";

/** Shows the agent's call above whichever conversation is open. */
export function DeskCall() {
  const { t } = useTranslation("desk");
  const view = useAtomValue(callViewAtom);
  const passing = useAtomValue(passingAtom);
  const mine = useAtomValue(mineAtom);
  const ask = useSetAtom(callerAtom);
  const [caller, setCaller] = useState<Caller>();
  useEffect(() => setCaller(ask()), [ask]);
  const hasSound = keptSound.read() !== "off";
  useCallSigns({ caller, phase: view.phase, hasSound, passing });

  const partnerOf = useCallback(
    (userId: string) => {
      const row = mine.find((one) => one.userId === userId);
      return { name: visitorName(row ?? { userId, userName: "" }, t), face: "" };
    },
    [mine, t],
  );

  useCallOffers(view, caller);

  // Leaving the desk, by signing out or by expiry, ends the call.
  useEffect(() => () => caller?.hangUp(), [caller]);

  if (!caller || (view.phase === "idle" && view.waiting.length === 0)) return null;
  return <CallPanel view={view} caller={caller} side="agent" partnerOf={partnerOf} />;
}

function useCallOffers(view: CallView, caller: Caller | undefined): void {
  const { t } = useTranslation("desk");
  const { phase } = view;
  const isActive = phase === "active";
  const state = (isOn: boolean) => t(isOn ? "palette_on" : "palette_off");
  useOffers(
    caller
      ? {
          acceptCall: phase === "ringing" ? { run: () => void caller.accept(view.isVideo) } : undefined,
          hangUp: phase === "idle" || phase === "notice" ? undefined : { run: caller.hangUp },
          mute: isActive ? { state: state(view.isMuted), run: caller.toggleMute } : undefined,
          camera:
            isActive && view.isVideo
              ? { state: state(view.hasOwnPicture), run: caller.toggleCamera }
              : undefined,
        }
      : {},
  );
}

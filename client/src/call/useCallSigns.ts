import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "../ui/toast";
import type { Caller } from "./caller";
import { startRinging } from "./ring";
import type { CallPhase } from "./view";

export type Passing = { count: number; kind: "over" | "busy" };

export type CallSignsSetup = {
  caller: Caller | undefined;
  phase: CallPhase;
  hasSound: boolean;
  /** The latest toast to show, and how many there have been. */
  passing: Passing;
};

/** Effects of a call outside its panel: the ring tone, a toast at its end, and hanging up when the page closes. */
export function useCallSigns({ caller, phase, hasSound, passing }: CallSignsSetup): void {
  const { t } = useTranslation("call");
  const told = useRef(passing.count);
  const tune = phase === "ringing" ? "incoming" : phase === "calling" ? "outgoing" : undefined;

  useEffect(() => {
    return hasSound && tune ? startRinging(tune) : undefined;
  }, [hasSound, tune]);

  useEffect(() => {
    if (passing.count === told.current) return;
    told.current = passing.count;
    if (passing.kind === "over") showToast("success", t("call_ended"));
    else showToast("error", t("call_busy"));
  }, [passing, t]);

  const isOn = phase === "calling" || phase === "active";
  useEffect(() => {
    if (!caller) return;
    const leave = () => caller.leave();
    // The browser asks, in its own words, whether to leave the page.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("pagehide", leave);
    if (isOn) window.addEventListener("beforeunload", ask);
    return () => {
      window.removeEventListener("pagehide", leave);
      window.removeEventListener("beforeunload", ask);
    };
  }, [caller, isOn]);
}

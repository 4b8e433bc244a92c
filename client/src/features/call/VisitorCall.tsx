import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { CallPanel } from "../../call/CallPanel";
import type { Caller } from "../../call/caller";
import { useCallSigns } from "../../call/useCallSigns";
import { idleView } from "../../call/view";
import { stateWords } from "../../call/words";
import { callerAtom, callViewAtom, canCallAtom, passingAtom } from "../../state/call.atoms";
import { agentAtom } from "../../state/chat.atoms";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { isSoundOnAtom } from "../../state/sound.atoms";

export type VisitorCallProps = {
  /** Called with the text of an incoming call, or undefined when it stops ringing. */
  onRinging: (text: string | undefined) => void;
};

/** The visitor's call with the agent of the chat. It ends with the chat. */
export function VisitorCall({ onRinging }: VisitorCallProps) {
  const { t } = useTranslation("call");
  const view = useAtomValue(callViewAtom) ?? idleView;
  const passing = useAtomValue(passingAtom);
  const agent = useAtomValue(agentAtom);
  const isWithAgent = useAtomValue(canCallAtom);
  const hasSound = useAtomValue(isSoundOnAtom);
  const caller = useCaller();
  useCallSigns({ caller, phase: view.phase, hasSound, passing });

  useEffect(() => {
    if (!isWithAgent) caller?.hangUp();
  }, [isWithAgent, caller]);

  const { nick, face } = agent ?? { nick: "", face: "" };
  const ringing = view.phase === "ringing" ? stateWords(t, view, "visitor", nick) : undefined;
  useEffect(() => onRinging(ringing), [onRinging, ringing]);
  const partnerOf = useCallback(() => ({ name: nick, face }), [nick, face]);
  if (!caller || (view.phase === "idle" && view.waiting.length === 0)) return null;
  return <CallPanel view={view} caller={caller} side="visitor" partnerOf={partnerOf} />;
}

function useCaller(): Caller | undefined {
  const ask = useSetAtom(callerAtom);
  const [caller, setCaller] = useState<Caller>();
  useEffect(() => {
    ask().then(
      (found) => setCaller(() => found),
      () => undefined,
    );
  }, [ask]);
  return caller;
}

import { useEffect, useState } from "react";
import { useSetAtom } from "../../state/jotai";
import type { Receivers } from "../../wire/agent";
import { receiversAtom } from "../state/talk.atoms";

export type KnownReceivers = Receivers | "loading" | "failed";

/** Loads the receivers when the form opens, and again if a receiver could not take the conversation. */
export function useReceivers(): { receivers: KnownReceivers; again: () => void } {
  const ask = useSetAtom(receiversAtom);
  const [receivers, setReceivers] = useState<KnownReceivers>("loading");
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round loads the receivers again
  useEffect(() => {
    const leaving = new AbortController();
    void ask(leaving.signal).then((known) => {
      if (!leaving.signal.aborted) setReceivers(known ?? "failed");
    });
    return () => leaving.abort();
  }, [ask, round]);

  return { receivers, again: () => setRound(round + 1) };
}

/** A walk through the flow as it is drawn now: the server goes it from the start after each act. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAtomValue } from "../../../state/jotai";
import type { FormAnswers } from "../../../wire/form";
import { useValues } from "../../form/editor";
import { adminApiAtom } from "../../session/services";
import { flowTrial } from "./trialSteps";

/** What the visitor does, as flows/try takes it. */
export type WireAct =
  | { text: string }
  | { nodeId: string; itemId: string }
  | { nodeId: string; fields: FormAnswers };

/** An act, and the words that stand for it in the talk. */
export type Act = { wire: WireAct; words: string };

export function useTrial(lang: string) {
  const api = useAtomValue(adminApiAtom);
  const flow = useValues("");
  const [acts, setActs] = useState<readonly Act[]>([]);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["flows/try", flow, lang, acts],
    queryFn: ({ signal }) =>
      api.call(
        "flows/try",
        { flow, lang: lang || undefined, said: acts.map(({ wire }) => wire) },
        flowTrial,
        { signal },
      ),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  return {
    acts,
    steps: error ? [] : (data ?? []),
    error,
    isFetching,
    retry: () => void refetch(),
    act: (act: Act) => setActs([...acts, act]),
    back: () => setActs(acts.slice(0, -1)),
    restart: () => setActs([]),
  };
}

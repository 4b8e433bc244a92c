/** A walk through the flow as it is drawn now: the server goes it from the start after each act. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useAtomValue } from "../../../state/jotai";
import type { FormAnswers } from "../../../wire/form";
import { useValues } from "../../form/editor";
import { adminApiAtom } from "../../session/services";
import { useSettled } from "../../useSettled";
import { flowTrial, type TrialStep } from "./trialSteps";

/** Time after the last change of the flow until it is walked again. */
const WALK_AFTER_MS = 300;

/** What the visitor does, as flows/try takes it. */
export type WireAct =
  | { text: string }
  | { nodeId: string; itemId: string }
  | { nodeId: string; fields: FormAnswers };

/** An act, and the text that stands for it in the conversation. */
export type Act = { wire: WireAct; text: string };

/** What a step's service pretends to answer: fields with their values, or nothing if it fails. */
export type Pretended = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;

export function useTrial(lang: string) {
  const api = useAtomValue(adminApiAtom);
  const flow = useSettled(useValues(""), WALK_AFTER_MS);
  const [acts, setActs] = useState<readonly Act[]>([]);
  const [replies, setReplies] = useState<Pretended>({});
  const pretend = useSettled(replies, WALK_AFTER_MS);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ["flows/try", flow, lang, acts, pretend],
    queryFn: ({ signal }) =>
      api.call(
        "flows/try",
        { flow, lang: lang || undefined, said: acts.map(({ wire }) => wire), pretend },
        flowTrial,
        { signal },
      ),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  // What was said before a refused act stays in the talk.
  const walked = useRef<{ flow: unknown; steps: readonly TrialStep[] }>({ flow, steps: [] });
  if (data && !isPlaceholderData) walked.current = { flow, steps: data };
  const before = walked.current.flow === flow ? walked.current.steps : [];
  return {
    acts,
    steps: error ? before : (data ?? []),
    error,
    isFetching,
    retry: () => void refetch(),
    act: (act: Act) => setActs([...acts, act]),
    back: () => setActs(acts.slice(0, -1)),
    restart: () => setActs([]),
    replies,
    /** The service of a step answers otherwise. What followed after `count` acts is another talk. */
    pretend: (step: string, fields: Readonly<Record<string, string>> | undefined, count: number) => {
      setReplies({ ...replies, [step]: fields });
      setActs(acts.slice(0, count));
    },
  };
}

import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../state/jotai";
import type { ActionId } from "./actions";
import { actionLines, choiceLines, lineOfChoice, type PaletteLine, recentFirst } from "./lines";
import { type Choice, type Offer, offerOfAtom, recentAtom } from "./offers.atoms";
import { type FoundLine, ranked } from "./rank";

type Phase = "here" | "loading" | "failed";

/** The palette's lines that a text finds: all actions, or the choices of one. */
export function useLines(
  at: ActionId | undefined,
  text: string,
): { found: readonly FoundLine<PaletteLine>[]; phase: Phase; retry: () => void; none: string } {
  const { t, i18n } = useTranslation("desk");
  const offerOf = useAtomValue(offerOfAtom);
  const recent = useAtomValue(recentAtom);
  const offer = at && offerOf(at);
  const { choices, phase, retry } = useChoices(offer);
  if (at) {
    const typed = text.trim() === "" ? undefined : offer?.typed?.(text.trim());
    const found = ranked(
      choices.map((choice) => lineOfChoice(at, choice)),
      text,
      [],
    );
    const last = typed ? [{ line: lineOfChoice(at, typed), marks: [] }] : [];
    return { found: [...found, ...last], phase, retry, none: offer?.none?.(text) ?? t("palette_none") };
  }
  const words = { t, english: i18n.getFixedT("en", "desk") };
  const actions = actionLines(offerOf, words);
  const isEmpty = text.trim() === "";
  const lines = isEmpty ? recentFirst(actions, recent) : [...actions, ...choiceLines(offerOf, words)];
  return { found: ranked(lines, text, recent), phase: "here", retry, none: t("commands_none") };
}

/** The choices of an offer; some must be loaded. */
function useChoices(offer: Offer | undefined): {
  choices: readonly Choice[];
  phase: Phase;
  retry: () => void;
} {
  const [loaded, setLoaded] = useState<readonly Choice[] | "loading" | "failed">("loading");
  const [round, setRound] = useState(0);
  const ask = offer?.ask;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round loads the choices again
  useEffect(() => {
    if (!ask) return;
    setLoaded("loading");
    const leaving = new AbortController();
    void ask(leaving.signal).then((choices) => {
      if (!leaving.signal.aborted) setLoaded(choices ?? "failed");
    });
    return () => leaving.abort();
  }, [ask, round]);
  const retry = () => setRound(round + 1);
  if (!ask) return { choices: offer?.choices?.() ?? [], phase: "here", retry };
  if (typeof loaded === "string") return { choices: [], phase: loaded, retry };
  return { choices: loaded, phase: "here", retry };
}

import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import index from "../../../../locales/index.json";
import { languageTag } from "../../i18n/tags";
import { faultWords } from "../things/faultWords";
import type { Fault } from "../things/refusals";

const NAMES: Readonly<Record<string, { name: string }>> = index;

/** The faults with the reader's words. `stepName` is what people know a step of a flow by. */
export function useFaultWords(faults: readonly Fault[], stepName?: (id: string) => string): readonly Fault[] {
  const { t, i18n } = useTranslation("admin");
  return useMemo(() => {
    const list = new Intl.ListFormat(languageTag(i18n.language));
    const languages = (codes: readonly string[]) =>
      list.format(codes.map((code) => NAMES[code]?.name ?? code));
    const names = stepName ? { step: stepName, languages } : { languages };
    return faults.map((fault) => ({ ...fault, message: faultWords(t, fault, names) }));
  }, [faults, stepName, t, i18n]);
}

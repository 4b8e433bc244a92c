/** Sentences in the fallback language keep their direction: in Arabic, an English full stop would be at the wrong end. */
import type { i18n, PostProcessorModule } from "i18next";
import index from "../../../locales/index.json";
import { isRecord } from "../lib/record";

const NAME = "fallbackDirection";
const FIRST_STRONG_ISOLATE = "\u2068";
const POP_ISOLATE = "\u2069";

const module: PostProcessorModule = {
  type: "postProcessor",
  name: NAME,
  process: (text, _key, options, translator) => {
    const resolved: unknown = options.i18nResolved;
    const used = isRecord(resolved) ? resolved.usedLng : undefined;
    const isForeign = directionOf(used) !== directionOf(translator.language);
    return isForeign ? `${FIRST_STRONG_ISOLATE}${text}${POP_ISOLATE}` : text;
  },
};

function directionOf(language: unknown): string {
  return Object.entries(index).find(([code]) => code === language)?.[1].dir ?? "ltr";
}

/** Isolates sentences that are not in the page's language, from the next one on. */
export function isolateFallback(instance: i18n): void {
  instance.use(module);
  instance.options.postProcess = [NAME];
  instance.options.postProcessPassResolved = true;
}

/** A tenant's text in the reader's language: Protocol, 'Languages'. */
import { isRecord } from "../../lib/record";

/** The text in `locale`, its `default`, en, or any language. Empty if there is none. */
export function wordsIn(value: unknown, locale: string): string {
  if (typeof value === "string") return value;
  if (!isRecord(value)) return "";
  const wanted = locale === "tw" ? ["tw", "zh"] : [locale];
  for (const code of [...wanted, "default", "en", ...Object.keys(value)]) {
    const words = value[code];
    if (typeof words === "string" && words !== "") return words;
  }
  return "";
}

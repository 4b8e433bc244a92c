/** A text for all languages, or with translations: Protocol, 'Values in files'. */
import { isRecord } from "../../lib/record";

/** The key of the text for every language without its own. */
export const ALL = "default";

export type Translations = Readonly<Record<string, string>>;

/** The texts by language; a plain text is the one for all languages. */
export function translationsOf(value: unknown): Translations {
  if (typeof value === "string") return value === "" ? {} : { [ALL]: value };
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** The value for the wire: plain if only the text for all languages is left. */
export function written(texts: Translations): string | Translations {
  const filled = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));
  const codes = Object.keys(filled);
  if (codes.length === 0) return "";
  return codes.length === 1 && codes[0] === ALL ? (filled[ALL] ?? "") : filled;
}

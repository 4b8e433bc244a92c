import index from "../../../../../locales/index.json";

const LANGUAGES: Readonly<Record<string, { name: string; dir: string }>> = index;

/** The codes of the product's languages. */
export const CODES: readonly string[] = Object.keys(LANGUAGES);

/** A language's own name; `every` for a document that serves all. */
export function languageName(code: string, every: string): string {
  return code === "" ? every : (LANGUAGES[code]?.name ?? code);
}

/** The direction of a text in a language. */
export function directionOf(code: string): "ltr" | "rtl" | "auto" {
  const known = LANGUAGES[code];
  if (!known) return "auto";
  return known.dir === "rtl" ? "rtl" : "ltr";
}

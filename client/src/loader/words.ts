/** The launcher's label in every language, built into the script. It is also the frame's title. */

import words from "../../../locales/launcher.json";

const WORDS: Readonly<Record<string, string>> = words;

/** The label in a browser's or a shop's language: `de-AT` is de, `zh-TW` and `zh-Hant` are tw. */
export function wordFor(language: string): string {
  const tag = language.toLowerCase();
  return WORDS[/^zh.(tw|hk|mo|hant)/.test(tag) ? "tw" : tag.replace(/[-_].*/, "")] ?? words.en;
}

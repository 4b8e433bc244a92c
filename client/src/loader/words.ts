/** The launcher's two words, from `locales/<code>/loader.json`, built into the script. */

/** What the launcher says to screen readers, and the frame's title. */
export interface Words {
  readonly chat: string;
  readonly close: string;
}

const files = import.meta.glob<Words>("../../../locales/*/loader.json", { eager: true, import: "default" });
const ENGLISH: Words = { chat: "Chat", close: "Close" };

/** The words of a language: by its whole code, then by the first part of it, then English. */
export function wordsFor(language: string): Words {
  const code = language.toLowerCase();
  return fileOf(code) ?? fileOf(code.replace(/-.*/, "")) ?? ENGLISH;
}

function fileOf(code: string): Words | undefined {
  return files[`../../../locales/${code}/loader.json`];
}

/** Reads the files of `locales/` for tests. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import index from "../../locales/index.json";

const folder = join(import.meta.dirname, "../../locales");

/** The 24 languages of Protocol, 'Languages'. */
export const locales = Object.keys(index);

/** What agents and administrators read, and mails; written in en and zh alone. */
export const staffFiles = ["admin.json", "desk.json", "mail.json"];

/** What visitors read. */
export const visitorFiles = readdirSync(join(folder, "en")).filter((file) => !staffFiles.includes(file));

export type Words = Record<string, string>;

export function fileText(locale: string, file: string): string {
  return readFileSync(join(folder, locale, file), "utf8");
}

export function wordsOf(locale: string, file: string): Words {
  return JSON.parse(fileText(locale, file));
}

/** Every sentence that a visitor may read in a language, by `namespace:key`. */
export function allWords(locale: string): Words {
  return Object.fromEntries(
    visitorFiles.flatMap((file) =>
      Object.entries(wordsOf(locale, file)).map(([key, text]) => [
        `${file.replace(".json", "")}:${key}`,
        text,
      ]),
    ),
  );
}

/** The tag of a locale for Intl. */
export function tagOf(locale: string): string {
  return locale === "tw" ? "zh-TW" : locale;
}

const FORM = /_(zero|one|two|few|many|other)$/;

/** A key without its plural form. */
export function baseOf(key: string): string {
  return key.replace(FORM, "");
}

/** The English sentence of a key; for a plural form, the English `other` form. */
export function englishOf(english: Words, key: string): string {
  return english[key] ?? english[`${baseOf(key)}_other`] ?? "";
}

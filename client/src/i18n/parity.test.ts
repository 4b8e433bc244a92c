import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import index from "../../../locales/index.json";
import {
  baseOf,
  englishOf,
  fileText,
  locales,
  staffFiles,
  tagOf,
  visitorFiles,
  type Words,
  wordsOf,
} from "../../test/locales";

const placeholders = (sentence: string) =>
  [...sentence.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((found) => found[1]).sort();

/** A language's plural forms by Intl, in the order of the files. */
function formsOf(locale: string): string[] {
  const asked = new Intl.PluralRules(tagOf(locale)).resolvedOptions().pluralCategories;
  return ["zero", "one", "two", "few", "many", "other"].filter((form) => asked.some((one) => one === form));
}

/** The keys that a language must have, in the order of en, with one key for each plural form. */
function keysFor(locale: string, english: Words): string[] {
  const keys = Object.keys(english);
  return [
    ...new Set(
      keys.flatMap((key) => {
        const isCounted = ["one", "other"].every((form) => keys.includes(`${baseOf(key)}_${form}`));
        return isCounted ? formsOf(locale).map((form) => `${baseOf(key)}_${form}`) : [key];
      }),
    ),
  ];
}

// [ID-06]
describe.each(locales)("%s", (locale) => {
  const files = locale === "en" || locale === "zh" ? [...visitorFiles, ...staffFiles] : visitorFiles;

  it.each(files)("has exactly the keys and plural forms of %s, in order, and none is empty", (file) => {
    const words = wordsOf(locale, file);

    expect(Object.keys(words)).toEqual(keysFor(locale, wordsOf("en", file)));
    expect(
      Object.values(words).filter((sentence) => sentence !== sentence.trim() || sentence === ""),
    ).toEqual([]);
  });

  it.each(files)("keeps every placeholder of %s", (file) => {
    const english = wordsOf("en", file);
    for (const [key, sentence] of Object.entries(wordsOf(locale, file))) {
      expect(placeholders(sentence), key).toEqual(placeholders(englishOf(english, key)));
    }
  });

  it("is formatted like every other language", () => {
    for (const file of files) {
      const text = fileText(locale, file);
      expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
    }
  });
});

it("lists the 24 languages with their name, direction and fallback for the desk", () => {
  expect(locales.toSorted()).toEqual(
    "ar bn de en es fa fil fr ja km ko lo ms my nl pl pt ru th tr tw vi zh zu".split(" "),
  );
  for (const [code, { name, dir, fallback }] of Object.entries(index)) {
    expect(name).not.toBe("");
    expect(dir).toBe(code === "ar" || code === "fa" ? "rtl" : "ltr");
    expect(fallback === "" ? "en" : fallback in index).toBeTruthy();
  }
});

it("has exactly one folder for each language", () => {
  const folders = readdirSync(join(import.meta.dirname, "../../../locales"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

  expect(folders.toSorted()).toEqual(locales.toSorted());
});

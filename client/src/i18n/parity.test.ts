import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const folder = join(import.meta.dirname, "../../../locales");
const files = readdirSync(join(folder, "en"));

function words(locale: string, file: string): Record<string, string> {
  return JSON.parse(readFileSync(join(folder, locale, file), "utf8"));
}

const placeholders = (sentence: string) =>
  [...sentence.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((m) => m[1]).sort();

/** A plural form of en counts as its base: zh has `other` alone. */
const base = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, "");

describe.each(["zh"])("%s", (locale) => {
  it.each(files)("has every key of %s, none more, none empty", (file) => {
    const en = words("en", file);
    const other = words(locale, file);

    expect([...new Set(Object.keys(other).map(base))].sort()).toEqual(
      [...new Set(Object.keys(en).map(base))].sort(),
    );
    expect(Object.values(other).filter((sentence) => sentence.trim() === "")).toEqual([]);
  });

  it.each(files)("keeps every placeholder of %s", (file) => {
    const en = words("en", file);
    for (const [key, sentence] of Object.entries(words(locale, file))) {
      const source = en[key] ?? en[`${base(key)}_other`] ?? "";
      expect(placeholders(sentence), key).toEqual(placeholders(source));
    }
  });
});

it("lists the 24 languages, each with its own name, its direction and whom it falls back to", () => {
  const index: Record<string, { name: string; dir: string; fallback: string }> = JSON.parse(
    readFileSync(join(folder, "index.json"), "utf8"),
  );

  expect(Object.keys(index)).toHaveLength(24);
  for (const [code, { name, dir, fallback }] of Object.entries(index)) {
    expect(name).not.toBe("");
    expect(dir).toBe(code === "ar" || code === "fa" ? "rtl" : "ltr");
    expect(fallback === "" ? "en" : fallback in index).toBeTruthy();
  }
});

/** The dots after the words come from the stylesheet. Words that have their own would show six of them. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { locales, wordsOf } from "../../test/locales";

const root = join(import.meta.dirname, "..");
const keys = globSync("**/*.tsx", { cwd: root }).flatMap((path) =>
  [...readFileSync(join(root, path), "utf8").matchAll(/<LoadingWords>\{\w+\("(\w+)"\)\}/g)].map(
    (match) => match[1],
  ),
);

test.each(locales)("no word for loading ends with dots of its own, %s", (locale) => {
  const files = locale === "en" || locale === "zh" ? ["chat.json", "desk.json"] : ["chat.json"];
  const words = Object.assign({}, ...files.map((file) => wordsOf(locale, file)));

  const dotted = keys.map((key) => words[key ?? ""]).filter((sentence) => /[….]$/.test(sentence ?? ""));

  expect(keys.length).toBeGreaterThan(8);
  expect(dotted).toEqual([]);
});

import { expect, it } from "vitest";
import index from "../../../locales/index.json";
import words from "../../../locales/launcher.json";
import { wordFor } from "./words";

it("has a label for every language of the product", () => {
  expect(Object.keys(words)).toEqual(Object.keys(index));
  for (const code of Object.keys(index)) expect(wordFor(code)).not.toBe("");
});

it("reads the language tags of browsers and shops", () => {
  expect(wordFor("de-AT")).toBe(words.de);
  expect(wordFor("zh_CN")).toBe(words.zh);
  expect(wordFor("zh-TW")).toBe(words.tw);
  expect(wordFor("zh-Hant-HK")).toBe(words.tw);
  expect(wordFor("tl-PH")).toBe(words.fil);
  expect(wordFor("sv")).toBe(words.en);
});

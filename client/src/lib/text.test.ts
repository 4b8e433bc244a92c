import { expect, it } from "vitest";
import { isBlank, normalised, partsOfName } from "./text";

// [CH-13]
it("treats white space and zero-width characters as blank", () => {
  expect(["", "  \n\t", "\u00a0", "\u200b\u200d", "\ufeff\u2060"].every(isBlank)).toBe(true);
  expect(isBlank(" a ")).toBe(false);
});

it("replaces the HTML entities that a paste can bring", () => {
  expect(normalised("a&nbsp;b\u00a0c &amp; d")).toBe("a b c & d");
});

it.each([
  ["terms.pdf", "terms", ".pdf"],
  ["a.tar.gz", "a.tar", ".gz"],
  ["README", "README", ""],
  [".profile", ".profile", ""],
  ["a sentence. And what follows it", "a sentence. And what follows it", ""],
])("finds the ending of the file name %s", (name, stem, suffix) => {
  expect(partsOfName(name)).toEqual({ stem, suffix });
});

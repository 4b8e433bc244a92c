import { expect, it } from "vitest";
import { isBlank, normalised, partsOfName } from "./text";

// [CH-13]
it("takes white space and signs without width for nothing", () => {
  expect(["", "  \n\t", "\u00a0", "\u200b\u200d", "\ufeff\u2060"].every(isBlank)).toBe(true);
  expect(isBlank(" a ")).toBe(false);
});

it("turns the entities a paste can bring into what they mean", () => {
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

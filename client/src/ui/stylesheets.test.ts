/**
 * Rules for every stylesheet, checked by reading the files: desktop browsers in left-to-right languages do not show
 * these faults.
 */
import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const sheets = globSync("**/*.css", { cwd: root }).map((path) => ({
  path: relative(root, join(root, path)),
  text: readFileSync(join(root, path), "utf8").replaceAll(/\/\*.*?\*\//gs, ""),
}));

/** The first tap on a message shows its tools, so this hover state is meant to stay. */
const STAYING = [".line:hover .tools"];

describe("stylesheets", () => {
  test("every hover style applies only to devices that can hover", () => {
    const lit = sheets.flatMap(({ path, text }) => {
      const outside = text.replaceAll(/@media \(hover: hover\) \{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, "");
      const selectors = outside.match(/[^\n{},;]*:hover[^\n{},;]*/g) ?? [];
      return selectors
        .map((one) => one.trim())
        .filter((one) => !STAYING.includes(one))
        .map((one) => `${path}: ${one}`);
    });

    expect(lit).toEqual([]);
  });

  test("no four-value shorthand differs between left and right, because it would not mirror in Arabic", () => {
    const sided = sheets.flatMap(({ path, text }) =>
      [...text.matchAll(/(?:padding|margin|inset): ([^;]+);/g)]
        .filter(([, values]) => isLopsided(values ?? ""))
        .map(([rule]) => `${path}: ${rule}`),
    );

    expect(sided).toEqual([]);
  });

  test("a placeholder does not clip letters below the line", () => {
    const cut = sheets.flatMap(({ path, text }) =>
      [...text.matchAll(/::placeholder \{([^}]*)\}/g)]
        .filter(([, body]) => /overflow: hidden/.test(body ?? ""))
        .map(() => path),
    );

    expect(cut).toEqual([]);
  });
});

function isLopsided(values: string): boolean {
  const parts = values.match(/(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];
  return parts.length === 4 && parts[1] !== parts[3];
}

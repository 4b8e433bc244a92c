/** What every stylesheet of the pages keeps to, read from the files: browsers without fingers or Arabic do not show it. */
import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const sheets = globSync("**/*.css", { cwd: root }).map((path) => ({
  path: relative(root, join(root, path)),
  text: readFileSync(join(root, path), "utf8").replaceAll(/\/\*.*?\*\//gs, ""),
}));

/** The tools of a message are shown by the first tap on it: there the pointer is meant to stay. */
const STAYING = [".line:hover .tools"];

describe("stylesheets", () => {
  test("nothing stays lit where a finger has tapped: hover is for what can hover", () => {
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

  test("no side is told by four values that would not turn around in Arabic", () => {
    const sided = sheets.flatMap(({ path, text }) =>
      [...text.matchAll(/(?:padding|margin|inset): ([^;]+);/g)]
        .filter(([, values]) => isLopsided(values ?? ""))
        .map(([rule]) => `${path}: ${rule}`),
    );

    expect(sided).toEqual([]);
  });

  test("a placeholder is not cut where its letters reach below the line", () => {
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

import { expect, it } from "vitest";
import { contrast, lighter, parseHex, readableOn, textOn } from "./colour";

const hexes = Array.from({ length: 343 }, (_, n) => {
  const step = (value: number) =>
    Math.round((value / 6) * 255)
      .toString(16)
      .padStart(2, "0");
  return `#${step(n % 7)}${step(Math.floor(n / 7) % 7)}${step(Math.floor(n / 49))}`;
});

function rgb(hex: string) {
  const colour = parseHex(hex);
  if (!colour) throw new Error(hex);
  return colour;
}

it("finds text that reads on any accent with at least 4.5 : 1", () => {
  for (const hex of hexes) expect(contrast(rgb(hex), rgb(textOn(rgb(hex))))).toBeGreaterThanOrEqual(4.5);
});

it("moves any accent until it reads on light and on dark", () => {
  for (const hex of hexes) {
    for (const background of ["#ffffff", "#16181c"]) {
      expect(contrast(rgb(readableOn(rgb(hex), rgb(background))), rgb(background))).toBeGreaterThanOrEqual(
        4.5,
      );
    }
  }
});

it("takes nothing but a plain hex for a colour", () => {
  expect(parseHex("#1f6f54")).toBeDefined();
  expect(parseHex("#fff")).toEqual({ r: 1, g: 1, b: 1 });
  for (const text of ["red", "red;background:url(//evil)", "#12345", "#ffffff ", "rgb(0,0,0)", ""]) {
    expect(parseHex(text)).toBeUndefined();
  }
});

it("keeps the hue when it lightens", () => {
  expect(lighter(rgb("#1f6f54"), 0)).toBe("#1f6f54");
});

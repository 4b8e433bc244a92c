import { expect, it } from "vitest";
import { contrast, lighter, mixed, parseHex, readableAround, readableOn, textOn, toHex } from "./colour";

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

it("finds a text colour with a contrast of at least 4.5 on any accent", () => {
  for (const hex of hexes) expect(contrast(rgb(hex), rgb(textOn(rgb(hex))))).toBeGreaterThanOrEqual(4.5);
});

it("makes any accent readable on light and on dark", () => {
  for (const hex of hexes) {
    for (const background of ["#ffffff", "#16181c"]) {
      expect(contrast(rgb(readableOn(rgb(hex), rgb(background))), rgb(background))).toBeGreaterThanOrEqual(
        4.5,
      );
    }
  }
});

it("accepts only plain hex colours", () => {
  expect(parseHex("#1f6f54")).toBeDefined();
  expect(parseHex("#fff")).toEqual({ r: 1, g: 1, b: 1 });
  for (const text of ["red", "red;background:url(//evil)", "#12345", "#ffffff ", "rgb(0,0,0)", ""]) {
    expect(parseHex(text)).toBeUndefined();
  }
});

it("keeps the hue when it lightens a colour", () => {
  expect(lighter(rgb("#1f6f54"), 0)).toBe("#1f6f54");
});

/** Many possible accents: the same in every run, and named in a failure. */
function randomHexes(count: number): string[] {
  let seed = 0x2545f491;
  return Array.from({ length: count }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return `#${(seed >>> 8).toString(16).padStart(6, "0")}`;
  });
}

// [CH-23]
it("keeps text readable on any accent, on every surface and on its own tint", () => {
  const surfaces = [
    ["#ffffff", "#e8eaee"],
    ["#16181c", "#24272d"],
  ] as const;
  for (const hex of [...hexes, ...randomHexes(2000)]) {
    expect(contrast(rgb(hex), rgb(textOn(rgb(hex)))), `on ${hex}`).toBeGreaterThanOrEqual(4.5);
    for (const [surface, bubble] of surfaces) {
      const text = rgb(readableAround(rgb(hex), [rgb(surface), rgb(bubble)], 0.16));
      for (const tint of [0, 0.1, 0.16]) {
        expect(contrast(text, mixed(text, rgb(surface), tint)), `${hex}, ${tint}`).toBeGreaterThanOrEqual(
          4.5,
        );
      }
      expect(contrast(text, rgb(bubble)), `${hex} in ${bubble}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});

it("mixes colours as the browser does", () => {
  expect(toHex(mixed(rgb("#ffffff"), rgb("#000000"), 1))).toBe("#ffffff");
  const half = mixed(rgb("#ffffff"), rgb("#000000"), 0.5);
  // color-mix(in oklab, white, black) is #636363.
  expect(Math.round(half.r * 255)).toBe(0x63);
});

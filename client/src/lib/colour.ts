/** Colour rules for the tenant's accent: strict parsing, contrast by WCAG 2.2, lightness changed in OKLCH. */

export type Rgb = { r: number; g: number; b: number };

/** Parses `#rgb` or `#rrggbb`; undefined for anything else. */
export function parseHex(text: string): Rgb | undefined {
  const long =
    /^#([0-9a-f]{6})$/i.exec(text)?.[1] ?? /^#([0-9a-f]{3})$/i.exec(text)?.[1]?.replace(/./g, "$&$&");
  if (long === undefined) return undefined;
  const channel = (at: number) => Number.parseInt(long.slice(at, at + 2), 16) / 255;
  return { r: channel(0), g: channel(2), b: channel(4) };
}

/** Contrast of two colours, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

const BLACK: Rgb = { r: 0, g: 0, b: 0 };
const WHITE: Rgb = { r: 1, g: 1, b: 1 };

/** The text colour on `background`: white if its contrast is at least 4.5, else black, whose contrast then suffices. */
export function textOn(background: Rgb): "#000000" | "#ffffff" {
  return contrast(background, WHITE) >= 4.5 ? "#ffffff" : "#000000";
}

/**
 * The colour with its lightness changed, at the same hue, until its contrast on `background` is at least `ratio`.
 * For text in the accent colour: links and quiet buttons.
 */
export function readableOn(colour: Rgb, background: Rgb, ratio = 4.5): string {
  return moved(colour, background, (text) => contrast(text, background) >= ratio);
}

/**
 * The same for several backgrounds that are all light or all dark, and for the first of them tinted by `tint`, 0 to 1,
 * with the text's own colour. Quiet buttons and selected items have such a tint.
 */
export function readableAround(colour: Rgb, backgrounds: readonly [Rgb, ...Rgb[]], tint: number): string {
  const [first] = backgrounds;
  return moved(colour, first, (text) =>
    [...backgrounds, mixed(text, first, tint)].every((background) => contrast(text, background) >= 4.5),
  );
}

/** `share` of one colour in another, as `color-mix(in oklab, …)` mixes them. */
export function mixed(one: Rgb, other: Rgb, share: number): Rgb {
  const [a, b] = [toOklab(one), toOklab(other)];
  const between = (x: number, y: number) => x * share + y * (1 - share);
  return fromOklab({ l: between(a.l, b.l), a: between(a.a, b.a), b: between(a.b, b.b) });
}

/** Moves the lightness away from the background until the colour `reads`; black or white if no lightness does. */
function moved(colour: Rgb, background: Rgb, reads: (text: Rgb) => boolean): string {
  if (reads(colour)) return toHex(colour);
  const step = luminance(background) > 0.18 ? -0.02 : 0.02;
  const { l, c, h } = toOklch(colour);
  for (let lightness = l + step; lightness > 0 && lightness < 1; lightness += step) {
    const hex = toHex(fromOklch(lightness, c, h));
    // The check uses the shown colour, rounded to bytes.
    if (reads(parseHex(hex) ?? BLACK)) return hex;
  }
  return toHex(step < 0 ? BLACK : WHITE);
}

/** The same hue, `amount` lighter (or darker, when negative) in OKLCH. */
export function lighter(colour: Rgb, amount: number): string {
  const { l, c, h } = toOklch(colour);
  return toHex(fromOklch(Math.min(1, Math.max(0, l + amount)), c, h));
}

export function toHex({ r, g, b }: Rgb): string {
  const byte = (value: number) =>
    Math.round(clamp(value) * 255)
      .toString(16)
      .padStart(2, "0");
  return `#${byte(r)}${byte(g)}${byte(b)}`;
}

function luminance({ r, g, b }: Rgb): number {
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function gamma(value: number): number {
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

// The matrices come from Björn Ottosson, "A perceptual color space for image processing".
type Oklab = { l: number; a: number; b: number };

function toOklab({ r, g, b }: Rgb): Oklab {
  const [lr, lg, lb] = [linear(r), linear(g), linear(b)];
  const l = Math.cbrt(0.4122214708 * lr + 0.5363325363 * lg + 0.0514459929 * lb);
  const m = Math.cbrt(0.2119034982 * lr + 0.6806995451 * lg + 0.1073969566 * lb);
  const s = Math.cbrt(0.0883024619 * lr + 0.2817188376 * lg + 0.6299787005 * lb);
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

function fromOklab({ l: lightness, a, b }: Oklab): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return {
    r: clamp(gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)),
    g: clamp(gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)),
    b: clamp(gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)),
  };
}

function toOklch(colour: Rgb): { l: number; c: number; h: number } {
  const { l, a, b } = toOklab(colour);
  return { l, c: Math.hypot(a, b), h: Math.atan2(b, a) };
}

function fromOklch(l: number, chroma: number, hue: number): Rgb {
  return fromOklab({ l, a: chroma * Math.cos(hue), b: chroma * Math.sin(hue) });
}

/** Sets the tenant's colours as custom properties on the root; everything else is in `tokens.css`. */
import {
  contrast,
  lighter,
  parseHex,
  type Rgb,
  readableAround,
  readableOn,
  textOn,
  toHex,
} from "../lib/colour";

/**
 * Backgrounds on which the accent must be readable as text, light and dark: `--surface` and `--bubble` of tokens.css.
 */
const SURFACES = { light: ["#ffffff", "#e8eaee"], dark: ["#16181c", "#24272d"] } as const;

/** The strongest tint on which it must be readable too: `--accent-soft-hover` of tokens.css. */
const TINT = 0.16;

/** Used if a channel sets no colour or an invalid one. */
const DEFAULT_ACCENT = "#2563eb";

/** The colours a channel sets. An invalid one counts as not set. */
export type Look = {
  mainColor: string;
  cusColor: string;
  navigationBarColor: string;
  kitBgcolor: string;
  kitTxcolor: string;
};

/** WCAG 2.2, text of normal size. */
const READABLE = 4.5;

/** Returns the custom properties for a channel's colours, by name. */
export function themeProperties(look: Look): Record<string, string> {
  const accent = parseHex(look.mainColor) ?? parseHex(DEFAULT_ACCENT);
  if (!accent) return {};
  const onAccent = textOn(accent);
  // A pressed button moves away from its text colour, so that the text stays readable.
  const away = onAccent === "#ffffff" ? -1 : 1;
  // The bar's text uses the accent's text colour. The bar's end colour is adjusted until that text is readable on it.
  const bar = parseHex(look.navigationBarColor);
  const ink = parseHex(onAccent);
  const own = parseHex(look.cusColor);
  const kit = parseHex(look.kitBgcolor);
  return {
    "--accent": toHex(accent),
    "--on-accent": onAccent,
    "--accent-hover": lighter(accent, away * 0.04),
    "--accent-pressed": lighter(accent, away * 0.08),
    "--accent-text-light": asText(accent, SURFACES.light),
    "--accent-text-dark": asText(accent, SURFACES.dark),
    ...(bar && ink ? { "--bar-end": readableOn(bar, ink) } : {}),
    ...(kit ? kitProperties(kit, look.kitTxcolor) : {}),
    ...(own ? { "--own": toHex(own), "--on-own": textOn(own) } : {}),
  };
}

/**
 * The quick menu's buttons: the tenant's text colour if it is readable on the tenant's background, else black or white.
 */
function kitProperties(kit: Rgb, named: string): Record<string, string> {
  const wanted = parseHex(named);
  const text = wanted && contrast(wanted, kit) >= READABLE ? toHex(wanted) : textOn(kit);
  const away =
    contrast(kit, { r: 0, g: 0, b: 0 }) > contrast(parseHex(text) ?? kit, { r: 0, g: 0, b: 0 }) ? 1 : -1;
  return {
    "--kit": toHex(kit),
    "--on-kit": text,
    "--kit-hover": lighter(kit, away * 0.04),
    "--kit-pressed": lighter(kit, away * 0.08),
  };
}

function asText(accent: Rgb, [surface, bubble]: readonly [string, string]): string {
  const [first, second] = [parseHex(surface), parseHex(bubble)];
  return first && second ? readableAround(accent, [first, second], TINT) : toHex(accent);
}

export function applyTheme(root: HTMLElement, look: Look): void {
  for (const [name, value] of Object.entries(themeProperties(look))) root.style.setProperty(name, value);
}

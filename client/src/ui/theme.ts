/** The tenant's colours as custom properties on the root; everything else is `tokens.css`. */
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

/** What the accent must read on as text, light and dark: `--surface` and `--bubble` of tokens.css. */
const SURFACES = { light: ["#ffffff", "#e8eaee"], dark: ["#16181c", "#24272d"] } as const;

/** The strongest tint it must read on besides: `--accent-soft-hover` of tokens.css. */
const TINT = 0.16;

/** Where a channel names no colour, or one that is none. */
const DEFAULT_ACCENT = "#2563eb";

/** The colours a channel names; one that is none is as if it were not named. */
export type Look = {
  mainColor: string;
  cusColor: string;
  navigationBarColor: string;
  kitBgcolor: string;
  kitTxcolor: string;
};

/** WCAG 2.2, text of normal size. */
const READABLE = 4.5;

/** The custom properties for a channel's colours, by name. */
export function themeProperties(look: Look): Record<string, string> {
  const accent = parseHex(look.mainColor) ?? parseHex(DEFAULT_ACCENT);
  if (!accent) return {};
  const onAccent = textOn(accent);
  // A pressed button moves away from its text, so that the text reads no worse.
  const away = onAccent === "#ffffff" ? -1 : 1;
  // The text on the bar is the accent's; its other end gives way until that reads there too.
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

/** The quick menu's buttons: the tenant's text where it reads on the tenant's ground, else black or white. */
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

/** The tenant's colours as custom properties on the root; everything else is `tokens.css`. */
import { lighter, parseHex, readableOn, textOn, toHex } from "../lib/colour";

/** Surfaces the accent must read on as text; equal to `--surface` in tokens.css, light and dark. */
const SURFACE = { light: "#ffffff", dark: "#16181c" };

/** Where a channel names no colour, or one that is none. */
const DEFAULT_ACCENT = "#2563eb";

/** The custom properties for an accent, by name. */
export function accentProperties(mainColor: string): Record<string, string> {
  const accent = parseHex(mainColor) ?? parseHex(DEFAULT_ACCENT);
  const light = parseHex(SURFACE.light);
  const dark = parseHex(SURFACE.dark);
  if (!accent || !light || !dark) return {};
  const onAccent = textOn(accent);
  // A pressed button moves away from its text, so that the text reads no worse.
  const away = onAccent === "#ffffff" ? -1 : 1;
  return {
    "--accent": toHex(accent),
    "--on-accent": onAccent,
    "--accent-hover": lighter(accent, away * 0.04),
    "--accent-pressed": lighter(accent, away * 0.08),
    "--accent-text-light": readableOn(accent, light),
    "--accent-text-dark": readableOn(accent, dark),
  };
}

export function applyTheme(root: HTMLElement, mainColor: string): void {
  for (const [name, value] of Object.entries(accentProperties(mainColor)))
    root.style.setProperty(name, value);
}

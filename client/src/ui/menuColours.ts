/** Applies the tenant's colours to a button and keeps it readable. */
import { contrast, parseHex, textOn } from "../lib/colour";

/** WCAG 2.2, text of normal size. */
const READABLE = 4.5;

/**
 * Returns undefined if the tenant sets no background. The tenant's text colour is used only if it is readable on it.
 */
export function menuColours(
  background: string,
  colour: string,
): { background: string; color: string; borderColor: string } | undefined {
  const ground = parseHex(background);
  if (!ground) return undefined;
  const wanted = parseHex(colour);
  const isReadable = wanted !== undefined && contrast(wanted, ground) >= READABLE;
  return { background, color: isReadable ? colour : textOn(ground), borderColor: "transparent" };
}

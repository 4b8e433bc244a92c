/** The tenant's colours on a button, kept readable. */
import { contrast, parseHex, textOn } from "../lib/colour";

/** WCAG 2.2, text of normal size. */
const READABLE = 4.5;

/** Nothing where the tenant names no ground; the text's colour is the tenant's only where it reads on it. */
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

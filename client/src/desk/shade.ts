/** Light, dark, or as the device. Kept for all tabs of this browser. */
import { systemClock as clock } from "../lib/clock";
import { createKeeper } from "../lib/storage";
import { drawIn } from "../ui/shade";

export const SHADES = ["auto", "light", "dark"] as const;
export type Shade = (typeof SHADES)[number];

const KEY = "frontdesk.desk.shade";
const KEPT_MS = 400 * 86_400_000;
const keeper = createKeeper(() => localStorage);

export function shadeOf(value: unknown): Shade {
  return SHADES.find((one) => one === value) ?? "auto";
}

export function keptShade(): Shade {
  return shadeOf(keeper.read(KEY, clock.now()));
}

/** Shows the page in a shade, and keeps it. */
export function applyShade(shade: Shade): void {
  drawIn(shade === "auto" ? undefined : shade);
  keeper.write(KEY, shade, clock.now(), KEPT_MS);
}

/** Where an administrator dragged the steps, kept in this tab. */
import * as v from "valibot";
import { systemClock as clock } from "../../../lib/clock";
import { createKeeper } from "../../../lib/storage";
import type { Places } from "./flowEdit";

const KEPT_MS = 7 * 86_400_000;
const PREFIX = "frontdesk.admin.places.";
const keeper = createKeeper(() => sessionStorage);
const places = v.record(v.string(), v.object({ x: v.number(), y: v.number() }));

export function keptPlaces(owner: string, flow: string): Places {
  const read = v.safeParse(places, keeper.read(`${PREFIX}${owner}.${flow}`, clock.now()));
  return read.success ? read.output : {};
}

export function keepPlaces(owner: string, flow: string, kept: Places): void {
  keeper.write(`${PREFIX}${owner}.${flow}`, kept, clock.now(), KEPT_MS);
}

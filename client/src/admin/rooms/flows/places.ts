/** Where an administrator dragged the steps, kept in this tab. A flow that runs from the right has its own places. */
import * as v from "valibot";
import { systemClock as clock } from "../../../lib/clock";
import { createKeeper } from "../../../lib/storage";
import type { Places } from "./flowEdit";

const KEPT_MS = 7 * 86_400_000;
const PREFIX = "frontdesk.admin.places.";
const keeper = createKeeper(() => sessionStorage);
const places = v.record(v.string(), v.object({ x: v.number(), y: v.number() }));

export type PlacesOf = { owner: string; flow: string; dir: "ltr" | "rtl" };

export function keptPlaces(of: PlacesOf): Places {
  const read = v.safeParse(places, keeper.read(keyOf(of), clock.now()));
  return read.success ? read.output : {};
}

export function keepPlaces(of: PlacesOf, kept: Places): void {
  keeper.write(keyOf(of), kept, clock.now(), KEPT_MS);
}

function keyOf({ owner, flow, dir }: PlacesOf): string {
  return `${PREFIX}${owner}.${dir}.${flow}`;
}

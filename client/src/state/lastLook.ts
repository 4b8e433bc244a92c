/** The colours of a page that knows no channel. */
import * as v from "valibot";
import { systemClock } from "../lib/clock";
import { applyTheme } from "../ui/theme";
import { keeper } from "./kept";
import { LOOK_KEY } from "./look";

const keptLook = v.object({
  tenantId: v.string(),
  mainColor: v.string(),
  cusColor: v.string(),
  navigationBarColor: v.string(),
});

/** Colours the page as the last chat was, where that was this tenant's; no name is any tenant. */
export function wearLast(tenantId: string): void {
  const kept = v.safeParse(keptLook, keeper.read(LOOK_KEY, systemClock.now()));
  if (!kept.success || (tenantId !== "" && kept.output.tenantId !== tenantId)) return;
  applyTheme(document.documentElement, kept.output);
}

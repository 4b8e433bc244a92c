/** The colours and the channel of the last chat, for pages without a channel. */
import * as v from "valibot";
import { systemClock } from "../lib/clock";
import { allowPictures } from "../lib/links";
import { applyTheme } from "../ui/theme";
import { THEME_KEY } from "./channelTheme";
import { keeper } from "./keepers";

const keptLook = v.object({
  tenantId: v.string(),
  channelId: v.optional(v.string(), ""),
  mainColor: v.string(),
  cusColor: v.string(),
  navigationBarColor: v.string(),
  kitBgcolor: v.optional(v.string(), ""),
  kitTxcolor: v.optional(v.string(), ""),
  pictureHosts: v.optional(v.array(v.string()), []),
});

/** The last chat on this device, if it was this tenant's; an empty id means any tenant. */
export function lastChat(tenantId: string): v.InferOutput<typeof keptLook> | undefined {
  const kept = v.safeParse(keptLook, keeper.read(THEME_KEY, systemClock.now()));
  return kept.success && (tenantId === "" || kept.output.tenantId === tenantId) ? kept.output : undefined;
}

/** Colours the page like the last chat. */
export function applyLastTheme(tenantId: string): void {
  const last = lastChat(tenantId);
  if (!last) return;
  allowPictures(last.pictureHosts);
  applyTheme(document.documentElement, last);
}

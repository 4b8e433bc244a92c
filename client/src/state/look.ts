/** A channel's colours outlast its chat: a form or a work order it led to, in a tab of its own, wears them too. */
import { systemClock } from "../lib/clock";
import { allowPictures } from "../lib/links";
import { IDENTITY_KEPT_MS } from "../lib/storage";
import { applyTheme, type Look } from "../ui/theme";
import { keeper } from "./kept";

/** Where the last chat's colours are kept, and which chat it was. */
export const LOOK_KEY = "frontdesk&look";

/** Colours the page as its channel says, and remembers it. */
export function wear({
  tenantId,
  channelId,
  mainColor,
  cusColor,
  navigationBarColor,
  kitBgcolor,
  kitTxcolor,
  pictureHosts,
}: Look & { tenantId: string; channelId: string; pictureHosts: readonly string[] }): void {
  const look = {
    tenantId,
    channelId,
    mainColor,
    cusColor,
    navigationBarColor,
    kitBgcolor,
    kitTxcolor,
    pictureHosts,
  };
  allowPictures(pictureHosts);
  applyTheme(document.documentElement, look);
  keeper.write(LOOK_KEY, look, systemClock.now(), IDENTITY_KEPT_MS);
}

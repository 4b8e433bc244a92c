/** Keeps a channel's colours after its chat, for a form or a work order that it opens in a new tab. */
import { systemClock } from "../lib/clock";
import { allowPictures } from "../lib/links";
import { IDENTITY_KEPT_MS } from "../lib/storage";
import { applyTheme, type Look } from "../ui/theme";
import { keeper } from "./keepers";

/** The storage key of the last chat's colours and channel. */
export const THEME_KEY = "frontdesk&look";

/** Colours the page as its channel says, and stores the colours. */
export function applyChannelTheme({
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
  keeper.write(THEME_KEY, look, systemClock.now(), IDENTITY_KEPT_MS);
}

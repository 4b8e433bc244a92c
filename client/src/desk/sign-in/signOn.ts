/** The way to the provider and back. The tab keeps a secret: another tab or browser cannot finish its sign-in. */
import type { SignOnApi } from "../../api/account";
import { isRecord } from "../../lib/record";
import type { SignOnOffer } from "../../wire/account";
import { keptSignOn } from "../keeping";
import { type SignOnTrouble, signOnTroubleOf } from "./signOnTrouble";

/** A sign-in that has begun. */
export type Begun = { secret: string; next: string };

/** Sends the browser to the provider. Returns what went wrong, or undefined. */
export async function beginSignOn(
  api: SignOnApi,
  tenantId: string,
  offer: SignOnOffer,
  open: (url: string) => void = (url) => location.assign(url),
): Promise<SignOnTrouble | undefined> {
  // The provider sends people back to one origin, and only a page of it can read what this tab keeps.
  if (new URL(offer.returnAddress, location.href).origin !== location.origin) return "elsewhere";
  try {
    const { url, secret } = await api.signOnBegin(tenantId);
    if (!/^https?:$/.test(new URL(url).protocol)) return "endpoint";
    const next: Begun = { secret, next: location.pathname + location.hash };
    keptSignOn.write(JSON.stringify(next));
    open(url);
    return undefined;
  } catch (cause) {
    return signOnTroubleOf(cause);
  }
}

/** Takes the sign-in that this tab has begun; it is used once. */
export function takeBegun(): Begun | undefined {
  const kept = keptSignOn.read();
  keptSignOn.write("");
  try {
    const begun: unknown = JSON.parse(kept);
    if (!isRecord(begun) || typeof begun.secret !== "string") return undefined;
    return { secret: begun.secret, next: pageOf(begun.next) };
  } catch {
    return undefined;
  }
}

/** A page of the desk or of the administration; anything else is the desk. */
function pageOf(next: unknown): string {
  const isOwn =
    typeof next === "string" && /^\/desk(\/|#|$)/.test(next) && !next.startsWith("/desk/signed-in");
  return isOwn ? next : "/desk/";
}

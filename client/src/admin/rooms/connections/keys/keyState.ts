import type { ApiKey } from "../../../../wire/apiKeys";

/** A key that ends within this time ends soon. */
const SOON_MS = 14 * 86_400_000;

export type KeyState = "active" | "soon" | "expired" | "revoked";

/** The state of a key at this moment; the list may have been open for days. */
export function stateOf(key: ApiKey, now: number): KeyState {
  if (key.state !== "active") return key.state;
  const left = (key.expiresAt ?? Number.POSITIVE_INFINITY) - now;
  if (left <= 0) return "expired";
  return left <= SOON_MS ? "soon" : "active";
}

/** The last millisecond of a day in the reader's time zone; undefined for no day. */
export function endOf(day: string): number | undefined {
  const at = new Date(`${day}T23:59:59.999`).getTime();
  return Number.isNaN(at) ? undefined : at;
}

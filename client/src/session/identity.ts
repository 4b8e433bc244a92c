/** The visitor's id and token on this device, kept under tenantId&userId (Protocol, 'What a page keeps'). */
import { isRecord } from "../lib/record";
import { IDENTITY_KEPT_MS, type Keeper } from "../lib/storage";

export type Identity = { userId: string; token: string };

export function readIdentity(keeper: Keeper, tenantId: string, now: number): Identity | undefined {
  const kept = keeper.read(keyOf(tenantId), now);
  return isIdentity(kept) ? kept : undefined;
}

/** Stores the identity at each start, so that its lifetime counts from the last visit. */
export function keepIdentity(keeper: Keeper, tenantId: string, identity: Identity, now: number): void {
  keeper.write(keyOf(tenantId), identity, now, IDENTITY_KEPT_MS);
}

export function forgetIdentity(keeper: Keeper, tenantId: string): void {
  keeper.remove(keyOf(tenantId));
}

/** Forgets everything that is kept of the tenant's visitors. */
export function forgetVisitors(keeper: Keeper, tenantId: string): void {
  for (const key of keeper.keys()) if (key.startsWith(`${tenantId}&`)) keeper.remove(key);
}

/** Finds a visitor of this device by id, in one tenant or in all. Without an id, returns the only visitor, if any. */
export function identityOf(
  keeper: Keeper,
  tenantId: string,
  userId: string,
  now: number,
): Identity | undefined {
  const known = keeper.keys().flatMap((key) => /^(.*)&userId$/.exec(key)?.[1] ?? []);
  const tenants = known.filter((one) => tenantId === "" || one === tenantId);
  const kept = tenants.flatMap((one) => readIdentity(keeper, one, now) ?? []);
  if (userId !== "") return kept.find((identity) => identity.userId === userId);
  return kept.length === 1 ? kept[0] : undefined;
}

function keyOf(tenantId: string): string {
  return `${tenantId}&userId`;
}

function isIdentity(kept: unknown): kept is Identity {
  if (!isRecord(kept) || typeof kept.token !== "string") return false;
  return typeof kept.userId === "string" && kept.userId !== "";
}

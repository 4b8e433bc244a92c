/** Which tenants the operators' page shows, and in which order. */
import type { Tenant } from "../../wire/operator";

export const MEASURES = [
  "visitors",
  "withRobot",
  "waiting",
  "talking",
  "agentsOnline",
  "messages",
  "fileBytes",
] as const;
export type Measure = (typeof MEASURES)[number];

/** By name upwards; by a measure downwards, which is what an operator looks for. */
export type Order = "name" | Measure;
export const ORDERS: readonly Order[] = ["name", ...MEASURES];

/** `waiting` has visitors who wait for an agent. */
export const STATES = ["all", "running", "waiting", "disabled"] as const;
export type State = (typeof STATES)[number];

export function isIn(state: State, tenant: Tenant): boolean {
  switch (state) {
    case "all":
      return true;
    case "running":
      return tenant.isEnabled;
    case "waiting":
      return (tenant.load?.waiting ?? 0) > 0;
    case "disabled":
      return !tenant.isEnabled;
    default:
      return state satisfies never;
  }
}

/** Whether visitors wait and nobody is there to serve them. */
export function isUnserved({ load }: Tenant): boolean {
  return load !== undefined && load.waiting > 0 && load.agentsOnline === 0;
}

export function arranged(
  tenants: readonly Tenant[],
  { search, state, order }: { search: string; state: State; order: Order },
): Tenant[] {
  const wanted = search.trim().toLowerCase();
  const has = (tenant: Tenant) =>
    tenant.name.toLowerCase().includes(wanted) || tenant.id.toLowerCase().includes(wanted);
  const byName = (one: Tenant, other: Tenant) => one.name.localeCompare(other.name);
  // A disabled tenant comes after those where nothing goes on.
  const amount = (tenant: Tenant) => (order === "name" ? 0 : (numberOf(tenant, order) ?? -1));
  return tenants
    .filter((tenant) => isIn(state, tenant) && has(tenant))
    .sort((one, other) => amount(other) - amount(one) || byName(one, other));
}

/** A number of a tenant; undefined if it is not known. */
export function numberOf({ load, fileBytes }: Tenant, measure: Measure): number | undefined {
  return measure === "fileBytes" ? fileBytes : load?.[measure];
}

/** All tenants together. */
export function totalOf(tenants: readonly Tenant[], measure: Measure): number {
  return tenants.reduce((total, tenant) => total + (numberOf(tenant, measure) ?? 0), 0);
}

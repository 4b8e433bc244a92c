/** The audit log: its filters, and the words for its entries. */
import { useInfiniteQuery } from "@tanstack/react-query";
import type { AuditPage } from "../../../wire/admin";
import type { AdminKey } from "../../form/specs";

export type AuditFilters = { thing: string; adminId: string; action: string; from: string; to: string };

export const NO_FILTERS: AuditFilters = { thing: "", adminId: "", action: "", from: "", to: "" };

/** What administrators do; an unknown action is shown as it is. */
export const ACTIONS: Readonly<Record<string, AdminKey>> = {
  put: "action_put",
  delete: "action_delete",
  import: "action_import",
  login: "action_login",
  export: "action_export",
  erase: "action_erase",
  invite: "action_invite",
  signOut: "action_signOut",
  draft: "action_draft",
  discard: "action_discard",
  read: "action_read",
  test: "action_test",
  resend: "action_resend",
  send: "action_send",
};

/** The start or the end of a day in the reader's time zone, in milliseconds; undefined for none. */
export function dayEdge(day: string, edge: "start" | "end"): number | undefined {
  if (day === "") return undefined;
  const at = new Date(`${day}T${edge === "start" ? "00:00:00" : "23:59:59.999"}`).getTime();
  return Number.isNaN(at) ? undefined : at;
}

/** What a log is asked for: Protocol, 'Other calls', audit/list. */
export type AuditAsked = {
  thing: string;
  adminId: string;
  action: string;
  from: number | undefined;
  to: number | undefined;
  cursor: string;
};

export type ListAudit = (asked: AuditAsked, signal: AbortSignal) => Promise<AuditPage>;

/** The entries that fit the filters, newest first, page by page. */
export function useAudit(whose: string, list: ListAudit, filters: AuditFilters) {
  const { from, to, ...texts } = filters;
  return useInfiniteQuery({
    queryKey: ["audit", whose, filters],
    queryFn: ({ pageParam, signal }) =>
      list({ ...texts, from: dayEdge(from, "start"), to: dayEdge(to, "end"), cursor: pageParam }, signal),
    initialPageParam: "",
    getNextPageParam: (page) => page.next || undefined,
  });
}

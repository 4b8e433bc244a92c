/** The calls of those who run several tenants: Protocol, 'Operators'. */
import { auditPage } from "../wire/admin";
import { nothing } from "../wire/envelope";
import { operatorEntered, operatorInvitation, tenants } from "../wire/operator";
import { ownAccount } from "../wire/ownAccount";
import { createHttp, type HttpSettings } from "./http";

export type OperatorApi = ReturnType<typeof createOperatorApi>;

export function createOperatorApi(settings: Omit<HttpSettings, "prefix">) {
  const http = createHttp({ ...settings, prefix: "/api/operator/" });
  // The page shows each failure itself.
  const quiet = { isQuiet: true };
  return {
    login: (account: string, password: string, code?: string) =>
      http.post("login", { account, password, ...(code ? { code } : {}) }, operatorEntered, quiet),

    forgotPassword: (account: string) => http.post("forgotPassword", { account }, nothing, quiet),

    logout: () => http.post("logout", {}, nothing, quiet),

    me: () => http.post("me", {}, ownAccount, quiet),

    invitation: (token: string) => http.post("joinInfo", { token }, operatorInvitation, quiet),

    join: (token: string, password: string) => http.post("join", { token, password }, operatorEntered, quiet),

    tenants: (signal?: AbortSignal) =>
      http.post("tenants/list", {}, tenants, { ...quiet, ...(signal ? { signal } : {}) }),

    audit: (asked: object, signal: AbortSignal) =>
      http.post("audit/list", asked, auditPage, { ...quiet, signal }),

    disable: async (tenantId: string) => {
      await http.post("tenants/disable", { tenantId }, nothing, quiet);
    },

    enable: async (tenantId: string) => {
      await http.post("tenants/enable", { tenantId }, nothing, quiet);
    },
  };
}

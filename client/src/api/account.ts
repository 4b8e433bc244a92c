/** Signing in and out, and who is signed in: Protocol, 'Seat'. */
import { loggedIn, me, signOnBegun, signOnOffer } from "../wire/account";
import { nothing } from "../wire/envelope";
import { createHttp, type HttpSettings } from "./http";

export type AccountApi = ReturnType<typeof createAccountApi>;

/** What the sign-in form needs for its button. */
export type SignOnApi = Pick<AccountApi, "signOnInfo" | "signOnBegin">;

export function createAccountApi(settings: Omit<HttpSettings, "prefix">) {
  const http = createHttp({ ...settings, prefix: "/api/agent/" });
  // The sign-in form shows each failure itself.
  const quiet = { isQuiet: true };
  return {
    /** An empty `tenantId` means the only one; `code` is that of the second step. */
    login: (tenantId: string, account: string, password: string, code?: string) =>
      http.post("login", { tenantId, account, password, ...(code ? { code } : {}) }, loggedIn, quiet),

    /** Sends a link to choose another password, if there is such an account with an address. */
    forgotPassword: (tenantId: string, account: string) =>
      http.post("forgotPassword", { tenantId, account }, nothing, quiet),
    /** Whether the shop offers single sign-on; an empty `tenantId` means the only one. */
    signOnInfo: (tenantId: string) => http.post("signOn/info", { tenantId }, signOnOffer, quiet),

    signOnBegin: (tenantId: string) => http.post("signOn/begin", { tenantId }, signOnBegun, quiet),

    signOnFinish: (answer: { state: string; code: string; iss?: string; secret: string }) =>
      http.post("signOn/finish", answer, loggedIn, quiet),

    logout: () => http.post("logout", {}, nothing, quiet),

    me: (signal?: AbortSignal) => http.post("me", {}, me, { ...quiet, ...(signal ? { signal } : {}) }),
  };
}

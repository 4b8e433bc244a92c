/** An own account, of an agent or an operator: Protocol, 'Own account' and 'Operators'. */
import { nothing } from "../wire/envelope";
import { ownAccount, pushDevices, pushTried, recoveryCodes, signIns, totpBegun } from "../wire/ownAccount";
import { createHttp, type HttpSettings } from "./http";

export type OwnApi = ReturnType<typeof createOwnApi>;

export function createOwnApi(settings: Omit<HttpSettings, "prefix">, whose: "agent" | "operator" = "agent") {
  const http = createHttp({ ...settings, prefix: `/api/${whose}/` });
  // The page shows each failure itself.
  const quiet = { isQuiet: true };
  return {
    own: () => http.post(whose === "agent" ? "account/get" : "me", {}, ownAccount, quiet),

    update: (fields: { adminNick?: string; adminFace?: string }) =>
      http.post("account/update", fields, ownAccount, quiet),

    changePassword: async (oldPassword: string, password: string) => {
      await http.post("account/changePassword", { oldPassword, password }, nothing, quiet);
    },

    signIns: async () => (await http.post("account/signIns", {}, signIns, quiet)).list,

    /** Without an id, all others end. */
    endSignIn: async (id?: string) => {
      await http.post("account/signOut", id ? { id } : {}, nothing, quiet);
    },

    /** `endpoint` is that of this browser's subscription, or empty. */
    pushDevices: (endpoint: string) =>
      http.post("push/list", endpoint === "" ? {} : { endpoint }, pushDevices, quiet),

    subscribePush: async (subscription: { endpoint: string; p256dh: string; auth: string }) => {
      await http.post("push/subscribe", subscription, nothing, quiet);
    },

    unsubscribePush: async (deviceId: string) => {
      await http.post("push/unsubscribe", { deviceId }, nothing, quiet);
    },

    testPush: () => http.post("push/test", {}, pushTried, quiet),

    beginTotp: (password: string) =>
      http.post("account/totp/begin", password === "" ? {} : { password }, totpBegun, quiet),

    confirmTotp: async (code: string) =>
      (await http.post("account/totp/confirm", { code }, recoveryCodes, quiet)).recoveryCodes,

    renewCodes: async (password: string) =>
      (await http.post("account/totp/recoveryCodes", { password }, recoveryCodes, quiet)).recoveryCodes,

    switchTotpOff: async (password: string) => {
      await http.post("account/totp/off", { password }, nothing, quiet);
    },
  };
}

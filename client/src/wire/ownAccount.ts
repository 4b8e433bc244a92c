/** An agent's own account: Protocol, 'Own account'. */
import * as v from "valibot";
import { count, flag, text } from "./scalars";

/** Response of account/get and account/update. */
export const ownAccount = v.object({
  account: text,
  adminNick: text,
  adminFace: text,
  shopName: text,
  totpSet: flag,
  totpRequired: flag,
  recoveryCodesLeft: count,
});
export type OwnAccount = v.InferOutput<typeof ownAccount>;

/** Response of account/signIns. */
export const signIns = v.object({
  list: v.array(v.object({ id: text, at: count, address: text, browser: text, system: text, current: flag })),
});
export type SignIn = v.InferOutput<typeof signIns>["list"][number];

/** Response of account/totp/begin. */
export const totpBegun = v.object({ secret: text, uri: text });

/** Response of account/totp/confirm and account/totp/recoveryCodes. */
export const recoveryCodes = v.object({ recoveryCodes: v.array(v.string()) });

/** Response of push/list: the browsers that get notifications. */
export const pushDevices = v.object({
  publicKey: text,
  withoutContent: flag,
  list: v.array(v.object({ deviceId: text, browser: text, system: text, at: count, current: flag })),
});
export type PushDevice = v.InferOutput<typeof pushDevices>["list"][number];

/** Response of push/test. */
export const pushTried = v.object({ delivered: count, failed: count });

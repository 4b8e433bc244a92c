/** Responses of a visitor's push: Protocol, 'Push to visitors'. */
import * as v from "valibot";

/** Response of push/key. */
export const pushKey = v.object({ publicKey: v.string() });

/** Response of push/subscribe. */
export const pushDevice = v.object({ deviceId: v.string() });

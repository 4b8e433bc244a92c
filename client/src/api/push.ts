/** The calls of a visitor's push, each as its golden request: Protocol, 'Push to visitors'. */
import type { Subscribed } from "../lib/subscription";
import { nothing } from "../wire/envelope";
import { pushKey, pushSubscribed } from "../wire/push";
import { VISITOR_PREFIX } from "./channel";
import { createHttp, type HttpSettings } from "./http";

export type PushApi = ReturnType<typeof createPushApi>;

/** A failed call throws; the page says so beside the offer. */
export function createPushApi(settings: Omit<HttpSettings, "prefix">, userId: string) {
  const http = createHttp({ ...settings, prefix: VISITOR_PREFIX });
  return {
    key: async () => (await http.post("push/key", { userId }, pushKey)).publicKey,

    /** Returns the id of this browser. */
    subscribe: async (browser: Subscribed) =>
      (await http.post("push/subscribe", { userId, ...browser }, pushSubscribed)).deviceId,

    unsubscribe: (deviceId: string) => http.post("push/unsubscribe", { userId, deviceId }, nothing),
  };
}

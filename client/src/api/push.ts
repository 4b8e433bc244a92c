/** The calls of a visitor's push, each as its golden request: Protocol, 'Push to visitors'. */
import { nothing } from "../wire/envelope";
import { pushDevice, pushKey } from "../wire/push";
import { VISITOR_PREFIX } from "./channel";
import { createHttp, type HttpSettings } from "./http";

export type PushApi = ReturnType<typeof createPushApi>;

/** A browser's subscription to a push service. */
export type Subscribed = { endpoint: string; p256dh: string; auth: string };

export function createPushApi(settings: Omit<HttpSettings, "prefix">, userId: string) {
  const http = createHttp({ ...settings, prefix: VISITOR_PREFIX });
  return {
    key: () => http.post("push/key", { userId }, pushKey),

    subscribe: (browser: Subscribed) => http.post("push/subscribe", { userId, ...browser }, pushDevice),

    unsubscribe: (deviceId: string) => http.post("push/unsubscribe", { userId, deviceId }, nothing),
  };
}

/** This browser tells the visitor of an answer while the chat is closed: Protocol, 'Push to visitors'. */
import type { PushApi } from "../api/push";
import { subscribe, subscribed } from "../lib/subscription";

export type Push = {
  /** Whether this browser tells. The server forgets browsers, so it hears of this one at each visit. */
  resume: () => Promise<boolean>;
  /** Asks the visitor, in the browser's own words. Returns what they allow. */
  start: () => Promise<NotificationPermission>;
  stop: () => Promise<void>;
};

const WORKER = "/chat_online/worker.js";

/** No page is under this path, so the worker controls none. Each visitor has a subscription of their own. */
export function scopeOf(tenantId: string, userId: string): string {
  return `/chat_online/push/${encodeURIComponent(tenantId)}/${encodeURIComponent(userId)}/`;
}

export function createPush(api: PushApi, scope: string): Push {
  const workers = navigator.serviceWorker;
  let deviceId = "";
  return {
    async resume() {
      const registration = await workers.getRegistration(scope);
      const subscription = await registration?.pushManager.getSubscription();
      if (!subscription) return false;
      deviceId = await api.subscribe(subscribed(subscription));
      return true;
    },

    async start() {
      const permission = await Notification.requestPermission();
      if (permission === "granted") {
        const registration = await workers.register(WORKER, { scope });
        await activated(registration);
        deviceId = await api.subscribe(await subscribe(registration, await api.key()));
      }
      return permission;
    },

    async stop() {
      // Ends the subscription too. The push service then refuses what a server sends that did not hear of it.
      await (await workers.getRegistration(scope))?.unregister();
      await api.unsubscribe(deviceId).catch(() => undefined);
    },
  };
}

/** Only an active worker can be subscribed. */
async function activated({ installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting;
  if (!worker || worker.state === "activated") return;
  await new Promise<void>((resolve) => {
    worker.onstatechange = () => {
      if (worker.state === "activated") resolve();
    };
  });
}

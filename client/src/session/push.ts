/** This browser tells the visitor of an answer while the chat is closed: Protocol, 'Push to visitors'. */
import type { PushApi, Subscribed } from "../api/push";

export type Push = {
  /** Whether this browser tells. The server forgets browsers, so it hears of this one at each visit. */
  resume: () => Promise<boolean>;
  /** Asks the visitor, in the browser's own words. Returns what they allow. */
  start: () => Promise<NotificationPermission>;
  stop: () => Promise<void>;
};

/** No page is under the path, so the worker controls none. Each visitor has a subscription of their own. */
export function createPush(api: PushApi, tenantId: string, userId: string): Push {
  const workers = navigator.serviceWorker;
  const scope = `/chat_online/push/${encodeURIComponent(`${tenantId}&${userId}`)}/`;
  let deviceId = "";
  const keep = async (subscription: PushSubscription) => {
    ({ deviceId } = await api.subscribe(subscribed(subscription)));
  };
  return {
    async resume() {
      const registration = await workers.getRegistration(scope);
      const subscription = await registration?.pushManager.getSubscription();
      if (subscription) await keep(subscription);
      return !!subscription;
    },

    async start() {
      const permission = await Notification.requestPermission();
      if (permission === "granted") {
        const registration = await workers.register("/chat_online/worker.js", { scope });
        await activated(registration.installing);
        // One of an earlier server has another key.
        await (await registration.pushManager.getSubscription())?.unsubscribe();
        const { publicKey: applicationServerKey } = await api.key();
        await keep(await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
      }
      return permission;
    },

    async stop() {
      // Ends the subscription too: the push service refuses what a server sends that did not hear of it.
      await (await workers.getRegistration(scope))?.unregister();
      await api.unsubscribe(deviceId).catch(() => undefined);
    },
  };
}

function subscribed(subscription: PushSubscription): Subscribed {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? "", p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" };
}

/** Only an active worker can be subscribed. */
async function activated(worker: ServiceWorker | null): Promise<void> {
  await new Promise<void>((resolve) => {
    if (!worker) resolve();
    else worker.onstatechange = () => worker.state === "activated" && resolve();
  });
}

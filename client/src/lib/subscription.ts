/** A browser's subscription to a push service, as the server keeps it: Protocol, 'Push'. */

export type Subscribed = { endpoint: string; p256dh: string; auth: string };

/** Subscribes the worker's browser for the server with this key. The user must have given the permission. */
export async function subscribe({ pushManager }: ServiceWorkerRegistration, publicKey: string): Promise<Subscribed> {
  const before = await pushManager.getSubscription();
  // One of another key gets nothing from this server.
  if (before && toText(before.options.applicationServerKey) !== publicKey) await before.unsubscribe();
  return subscribed(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
}

export function subscribed(subscription: PushSubscription): Subscribed {
  return {
    endpoint: subscription.endpoint,
    p256dh: toText(subscription.getKey("p256dh")),
    auth: toText(subscription.getKey("auth")),
  };
}

/** Bytes in base64url without padding. */
function toText(bytes: ArrayBuffer | null): string {
  const letters = Array.from(new Uint8Array(bytes ?? new ArrayBuffer(0)), (byte) =>
    String.fromCharCode(byte),
  );
  return btoa(letters.join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

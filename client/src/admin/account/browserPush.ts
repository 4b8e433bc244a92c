/** Notifications of this browser: its permission, its service worker and its subscription. Protocol, 'Push'. */

/** What this browser can do. */
export type Ability =
  /** It has no Web Push, or the page came without TLS. */
  | "none"
  /** On an iPhone or iPad, only an installed app gets notifications. */
  | "needsInstall"
  /** The user refused, in the browser's own question or settings. */
  | "denied"
  | "able";

export type Subscribed = { endpoint: string; p256dh: string; auth: string };

/** The browser's side of notifications; a test replaces it. */
export type BrowserPush = {
  ability: () => Ability;
  /** The endpoint of this browser's subscription; empty without one. */
  endpoint: () => Promise<string>;
  /** Asks the user, and subscribes. Undefined if they refuse. */
  subscribe: (publicKey: string, language: string) => Promise<Subscribed | undefined>;
  unsubscribe: () => Promise<void>;
};

const WORKER = "/desk/app/worker.js";
const SCOPE = "/desk/";

export const browserPush: BrowserPush = {
  ability() {
    const isApple = /iPhone|iPad/.test(navigator.userAgent);
    if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window))
      return isApple ? "needsInstall" : "none";
    return Notification.permission === "denied" ? "denied" : "able";
  },

  async endpoint() {
    const registration = await navigator.serviceWorker.getRegistration(SCOPE);
    const subscription = await registration?.pushManager.getSubscription();
    return subscription?.endpoint ?? "";
  },

  async subscribe(publicKey, language) {
    if ((await Notification.requestPermission()) !== "granted") return undefined;
    const registration = await navigator.serviceWorker.register(`${WORKER}?lang=${language}`, {
      scope: SCOPE,
    });
    await navigator.serviceWorker.ready;
    const before = await registration.pushManager.getSubscription();
    // One of another key gets nothing from this server.
    if (before && toText(before.options.applicationServerKey) !== publicKey) await before.unsubscribe();
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: publicKey,
    });
    return {
      endpoint: subscription.endpoint,
      p256dh: toText(subscription.getKey("p256dh")),
      auth: toText(subscription.getKey("auth")),
    };
  },

  async unsubscribe() {
    const registration = await navigator.serviceWorker.getRegistration(SCOPE);
    const subscription = await registration?.pushManager.getSubscription();
    await subscription?.unsubscribe();
  },
};

/** Bytes in base64url without padding. */
function toText(bytes: ArrayBuffer | null): string {
  const letters = Array.from(new Uint8Array(bytes ?? new ArrayBuffer(0)), (byte) =>
    String.fromCharCode(byte),
  );
  return btoa(letters.join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

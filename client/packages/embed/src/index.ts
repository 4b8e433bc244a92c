/**
 * The widget from a bundled page: `load` puts the script in, once, and hands out the typed API. Calls wait in
 * `window.Frontdesk` until the script is there. Importing this does nothing; without a document nothing is done at all,
 * so that it can be imported where pages are rendered on a server.
 */

export type * from "./api.js";

import type { BootOptions, FrontdeskApi } from "./api.js";

/** Where the chat is served from, and how the widget looks; with a `channelId` it is booted at once. */
export interface LoadOptions extends BootOptions {
  /** The chat's origin, such as `https://chat.example.com`. */
  readonly host: string;
  /** The nonce of the page's own Content-Security-Policy, where it has one. */
  readonly nonce?: string | undefined;
}

const PATH = "/chat_online/embed.js";

/** Puts the script into the page, unless it is there, and answers the API; what is called before it is there waits. */
export function load({ host, nonce, ...options }: LoadOptions): FrontdeskApi {
  if (typeof document !== "undefined" && !document.querySelector(`script[src$="${PATH}"]`)) add(host, nonce);
  if (options.channelId) frontdesk.boot(options);
  return frontdesk;
}

/** The API by itself, for pages that have the script's own tag, and for everything after `load`. */
export const frontdesk: FrontdeskApi = {
  boot: (options) => call("boot", options),
  shutdown: () => call("shutdown"),
  open: () => call("open"),
  close: () => call("close"),
  toggle: () => call("toggle"),
  show: () => call("show"),
  hide: () => call("hide"),
  identify: (visitor) => call("identify", visitor),
  setCard: (card) => call("setCard", card),
  setLocale: (locale) => call("setLocale", locale),
  prefill: (text) => call("prefill", text),
  on(event, listener) {
    call("on", event, listener);
    return () => frontdesk.off(event, listener);
  },
  off: (event, listener) => call("off", event, listener),
};

function call(name: keyof FrontdeskApi, ...rest: unknown[]): void {
  queue()?.push([name, ...rest]);
}

/** `window.Frontdesk`: a list of calls before the script is there, its API after; both can be pushed to. */
function queue(): { push(call: unknown[]): unknown } | undefined {
  if (typeof window === "undefined") return undefined;
  const page: Window & { Frontdesk?: unknown } = window;
  page.Frontdesk ??= [];
  return page.Frontdesk as { push(call: unknown[]): unknown };
}

function add(host: string, nonce: string | undefined): void {
  const address = new URL(PATH, host).href;
  const script = document.createElement("script");
  script.async = true;
  if (nonce) script.nonce = nonce;
  // Taken out again, so that the next `load` tries anew.
  script.onerror = () => {
    script.remove();
    tellBlocked();
  };
  try {
    script.src = trusted(address);
    document.head.append(script);
  } catch {
    setTimeout(tellBlocked); // the page's policy forbids it; who calls `load` may begin to listen after that
  }
}

/** The script never came: whoever waits for errors hears it as they would from the widget. */
function tellBlocked(): void {
  const waiting = queue();
  if (!Array.isArray(waiting)) return;
  const listeners = new Set<unknown>();
  for (const [name, event, listener] of waiting) {
    if (name === "shutdown") listeners.clear();
    if (name === "on" && event === "error") listeners.add(listener);
    if (name === "off" && event === "error") listeners.delete(listener);
  }
  for (const listener of listeners) if (typeof listener === "function") listener("blocked");
}

type Policy = { createScriptURL(url: string): string };
type Policies = { createPolicy(name: string, rules: Policy): Policy };
let policy: Policy | undefined;

/** Under `require-trusted-types-for 'script'` an address must have been through a policy; ours is named `frontdesk`. */
function trusted(url: string): string {
  const { trustedTypes }: Window & { trustedTypes?: Policies } = window;
  policy ??= trustedTypes?.createPolicy("frontdesk", { createScriptURL: (safe) => safe });
  return policy?.createScriptURL(url) ?? url;
}

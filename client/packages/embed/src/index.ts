/**
 * The widget for bundled pages: `load` adds the script once and returns the typed API. Calls wait in `window.Frontdesk`
 * until the script has loaded. The import has no side effects, and without a document nothing happens, so that pages
 * may be rendered on a server.
 */

export type * from "./api.js";

import type { BootOptions, FrontdeskApi } from "./api.js";

/** The chat's origin and the widget's options; with a `channelId`, `load` boots the widget. */
export interface LoadOptions extends BootOptions {
  /** The chat's origin, such as `https://chat.example.com`. */
  readonly host: string;
  /** The nonce of the page's Content-Security-Policy, if it has one. */
  readonly nonce?: string | undefined;
}

const PATH = "/chat_online/embed.js";

/** Adds the script to the page unless it is there, and returns the API. Calls wait until the script has loaded. */
export function load({ host, nonce, ...options }: LoadOptions): FrontdeskApi {
  if (typeof document !== "undefined" && !document.querySelector(`script[src$="${PATH}"]`)) add(host, nonce);
  if (options.channelId) frontdesk.boot(options);
  return frontdesk;
}

/** The API, for pages that have the script's tag, and for use after `load`. */
export const frontdesk: FrontdeskApi = {
  boot: (options) => call("boot", options),
  remove: () => call("remove"),
  shutdown: () => call("shutdown"),
  open: () => call("open"),
  close: () => call("close"),
  toggle: () => call("toggle"),
  show: () => call("show"),
  hide: () => call("hide"),
  identify: (visitor) => call("identify", visitor),
  setCard: (card) => call("setCard", card),
  setContext: (context) => call("setContext", context),
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

/** `window.Frontdesk`: a list of calls before the script has loaded, the API after it. Both have `push`. */
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
  // Removed, so that the next `load` retries.
  script.onerror = () => {
    script.remove();
    tellBlocked();
  };
  try {
    script.src = trusted(address);
    document.head.append(script);
  } catch {
    setTimeout(tellBlocked); // the page's policy forbids it; later, so that the caller of `load` can add listeners
  }
}

/** Calls the queued error listeners, as the widget would, because the script did not load. */
function tellBlocked(): void {
  const waiting = queue();
  if (!Array.isArray(waiting)) return;
  const listeners = new Set<unknown>();
  for (const [name, event, listener] of waiting) {
    if (name === "remove" || name === "shutdown") listeners.clear();
    if (name === "on" && event === "error") listeners.add(listener);
    if (name === "off" && event === "error") listeners.delete(listener);
  }
  for (const listener of listeners) if (typeof listener === "function") listener("blocked");
}

type Policy = { createScriptURL(url: string): string };
type Policies = { createPolicy(name: string, rules: Policy): Policy };
let policy: Policy | undefined;

/** Under `require-trusted-types-for 'script'`, a script's address must come from a policy; ours is `frontdesk`. */
function trusted(url: string): string {
  const { trustedTypes }: Window & { trustedTypes?: Policies } = window;
  policy ??= trustedTypes?.createPolicy("frontdesk", { createScriptURL: (safe) => safe });
  return policy?.createScriptURL(url) ?? url;
}

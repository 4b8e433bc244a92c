/**
 * The script that a shop puts on its pages:
 *
 *     <script src="https://HOST/chat_online/embed.js" data-channel-id="demo" data-color="#1f6b45" async></script>
 *
 * It is the loader's entry. It uses no library and loads nothing of the chat until the visitor points at the launcher.
 * A page may call `Frontdesk` before the script has loaded:
 *
 *     (window.Frontdesk ??= []).push(["on", "unread", showCount], ["open"]);
 *
 * Without `data-channel-id` nothing appears until the page calls `boot`.
 */

import type { FrontdeskApi } from "../../packages/embed/src/api";
import type { HostSays } from "../bridge/protocol";
import { makeEvents } from "./events";
import { forget } from "./memory";
import { withChanges } from "./options";
import type { Known } from "./panelInterface";
import { startWidget, type Widget } from "./widget";

declare global {
  interface Window {
    Frontdesk?: unknown;
  }
}

const script = document.currentScript ?? document.querySelector("script[src$='/chat_online/embed.js']");
const early = window.Frontdesk;
const isFirst = early === undefined || Array.isArray(early);

if (isFirst && script instanceof HTMLScriptElement) {
  const { dataset, src } = script;
  if (document.body) install(dataset, src);
  else addEventListener("DOMContentLoaded", () => install(dataset, src), { once: true });
}

function install(dataset: DOMStringMap, src: string): void {
  const calls = window.Frontdesk;
  const api = makeApi(dataset, new URL(src).origin);
  const push = (...more: unknown[]): void => {
    for (const call of more) if (Array.isArray(call)) perform(api, call);
  };
  window.Frontdesk = Object.assign(api, { push });
  api.boot();
  if (Array.isArray(calls)) push(...calls);
}

function makeApi(dataset: DOMStringMap, host: string): FrontdeskApi {
  const { on, off, tell, clear } = makeEvents();
  let known: Known = {};
  let widget: Widget | undefined;
  let channel: string | undefined;
  const remove = (): void => {
    clear();
    widget?.end();
    widget = undefined;
    known = {};
  };
  const say = (said: HostSays): void => widget?.say(said);
  return {
    boot(changes) {
      if (widget) {
        widget.change(changes);
        return;
      }
      // Options of the call override those of the tag.
      const said = { ...dataset, locale: known.locale ?? dataset.locale, ...changes };
      const { channelId, ...look } = withChanges({}, said);
      if (!channelId) return;
      channel = channelId;
      widget = startWidget({ ...look, channelId }, host, known, tell);
    },
    remove,
    shutdown() {
      remove();
      // Also if the widget was removed before: the customer may sign out on a page without it.
      if (channel) forget(channel);
    },
    open: () => widget?.open(),
    close: () => widget?.close(),
    toggle: () => widget?.toggle(),
    show: () => widget?.setShown(true),
    hide: () => widget?.setShown(false),
    identify(visitor) {
      known.visitor = plain(visitor);
      widget?.sayFacts();
    },
    setCard(card) {
      known.card = card && plain(card);
      say({ source: "frontdesk-host", kind: "card", card: known.card });
    },
    setContext(context) {
      known.context = context && plain(context);
      widget?.sayFacts();
    },
    setLocale(locale) {
      known.locale = locale;
      widget?.change({ locale });
      say({ source: "frontdesk-host", kind: "locale", locale });
    },
    prefill(text) {
      known.text = text;
      say({ source: "frontdesk-host", kind: "prefill", text });
    },
    on,
    off,
  };
}

/** Performs one queued call `[name, …arguments]`; ignores unknown names. */
function perform(api: FrontdeskApi, [name, ...rest]: unknown[]): void {
  const call: unknown = Reflect.get(api, String(name));
  if (typeof call === "function") Reflect.apply(call, api, rest);
}

/** A copy that can be posted: without functions and elements, and independent of later changes by the page. */
function plain<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value));
}

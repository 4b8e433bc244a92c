/**
 * The script a shop puts on its pages:
 *
 *     <script src="https://HOST/chat_online/embed.js" data-channel-id="demo" data-color="#1f6b45" async></script>
 *
 * and the start of everything the loader does. It weighs under four kilobytes, uses no library, and loads nothing of
 * the chat before the launcher is pressed. A page may call `ChatOnline` before the script is there:
 *
 *     (window.ChatOnline ??= []).push(['on', 'unread', showCount], ['open']);
 */

import { optionsOf } from "./options";
import { EVENTS, Widget } from "./widget";

declare global {
  interface Window {
    ChatOnline?: unknown;
  }
}

const script = document.currentScript ?? document.querySelector("script[data-channel-id]");
const early = window.ChatOnline;
const isFirst = early === undefined || Array.isArray(early);

if (isFirst && script instanceof HTMLScriptElement) {
  const { dataset, src } = script;
  if (document.body) start(dataset, src, early);
  else addEventListener("DOMContentLoaded", () => start(dataset, src, window.ChatOnline), { once: true });
}

function start(dataset: DOMStringMap, src: string, calls: unknown): void {
  const widget = new Widget(optionsOf(dataset), new URL(src).origin);
  const push = (...more: unknown[]): void => {
    for (const call of more) if (Array.isArray(call)) perform(widget, call);
  };
  window.ChatOnline = Object.assign(widget, { push });
  if (Array.isArray(calls)) push(...calls);
}

/** One call written down as `[name, …arguments]`; what is not understood is passed over. */
function perform(widget: Widget, [name, first, second]: unknown[]): void {
  switch (name) {
    case "open":
    case "hide":
      widget[name]();
      return;
    case "update":
      widget.update(first);
      return;
    case "on": {
      const event = EVENTS.find((one) => one === first);
      if (event !== undefined && typeof second === "function") widget.on(event, (detail) => second(detail));
    }
  }
}

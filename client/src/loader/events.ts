/** The host page's event listeners. */

import type { ChatEvent, FrontdeskApi } from "../../packages/embed/src/api";
import type { Tell } from "./widget";

export type Events = Pick<FrontdeskApi, "on" | "off"> & {
  tell: Tell;
  clear(): void;
};

export function makeEvents(): Events {
  const listeners = new Set<{ event: ChatEvent; listener: (detail: never) => void }>();
  const off: FrontdeskApi["off"] = (event, listener) => {
    for (const one of listeners) if (one.event === event && one.listener === listener) listeners.delete(one);
  };
  return {
    on(event, listener) {
      if (typeof listener === "function") listeners.add({ event, listener });
      return () => off(event, listener);
    },
    off,
    tell(event, detail) {
      for (const one of [...listeners]) {
        if (one.event !== event) continue;
        try {
          Reflect.apply(one.listener, undefined, [detail]);
        } catch (cause) {
          // An error of a listener is reported to the page and does not stop the widget.
          reportError(cause);
        }
      }
    },
    clear: () => listeners.clear(),
  };
}

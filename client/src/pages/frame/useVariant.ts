import { useSyncExternalStore } from "react";
import { type Variant, variantOf } from "../../lib/device";

/** Which layout this window gets; it changes when the window does. */
export function useVariant(): Variant {
  return useSyncExternalStore(subscribe, () => variantOf(navigator.userAgent, window.innerWidth));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("resize", listener);
  return () => window.removeEventListener("resize", listener);
}

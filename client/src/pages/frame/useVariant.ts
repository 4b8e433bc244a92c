import { useSyncExternalStore } from "react";
import { type Variant, variantOf } from "../../lib/device";

/** The layout for this window; follows the window's size. */
export function useVariant(): Variant {
  return useSyncExternalStore(subscribe, () => variantOf(navigator.userAgent, window.innerWidth));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("resize", listener);
  return () => window.removeEventListener("resize", listener);
}

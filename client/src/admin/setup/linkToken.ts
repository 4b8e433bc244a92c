import { useSyncExternalStore } from "react";

/** The token of a one-time link: `#token=…`, or `#…` alone. A fragment is not sent to any server. */
export function linkToken(hash: string): string {
  const fragment = hash.replace(/^#/, "");
  return new URLSearchParams(fragment).get("token") ?? (fragment.includes("=") ? "" : fragment);
}

/** The shop's name that the operator gave, if any. */
export function linkName(hash: string): string {
  return new URLSearchParams(hash.replace(/^#/, "")).get("name") ?? "";
}

/** The fragment of the address. A link that is opened in a tab with this page changes only the fragment. */
export function useFragment(): string {
  return useSyncExternalStore(subscribe, () => location.hash);
}

function subscribe(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}

/** The token of a one-time link: `#token=…`, or `#…` alone. A fragment is not sent to any server. */
export function linkToken(hash: string): string {
  const fragment = hash.replace(/^#/, "");
  return new URLSearchParams(fragment).get("token") ?? (fragment.includes("=") ? "" : fragment);
}

/** The shop's name that the operator gave, if any. */
export function linkName(hash: string): string {
  return new URLSearchParams(hash.replace(/^#/, "")).get("name") ?? "";
}

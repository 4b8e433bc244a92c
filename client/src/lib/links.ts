/** Links inside plain text, and which addresses may become links at all: Requirement CH-13. */

export type Piece = { kind: "text"; text: string } | { kind: "link"; text: string; url: string };

// Linear: one class repeated, no nesting.
const LINK = /https?:\/\/[^\s<>"'`\u3000-\u303f\uff00-\uffef]+/gi;
/** Marks that end a sentence and not an address. */
const TRAILING = new Set([...".,;:!?)]}»”’"]);

/** Cuts a text into words and http(s) links. Long texts are not searched beyond what a message may hold. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(LINK)) {
    const found = trimmed(match[0]);
    const url = safeLink(found);
    if (url === undefined) continue;
    if (match.index > from) pieces.push({ kind: "text", text: text.slice(from, match.index) });
    pieces.push({ kind: "link", text: found, url });
    from = match.index + found.length;
  }
  if (from < text.length) pieces.push({ kind: "text", text: text.slice(from) });
  return pieces;
}

/**
 * The address, when it may be a link: http, https, mailto, tel, without a user's name in it. Control characters
 * and blanks hide schemes, so an address with any is none.
 */
export function safeLink(address: string): string | undefined {
  if ([...address].some((sign) => sign <= " " || sign === "\u007f") || address === "") return undefined;
  try {
    const url = new URL(address);
    const isWeb = url.protocol === "http:" || url.protocol === "https:";
    if (isWeb) return url.username === "" && url.password === "" ? url.href : undefined;
    return url.protocol === "mailto:" || url.protocol === "tel:" ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** A plain path on this server. Browsers drop tabs and line ends: behind one, `/` and `/evil.test` name another host. */
function isOwnPath(address: string): boolean {
  return /^\/(?![/\\])/.test(address) && ![...address].some((sign) => sign < " " || sign === "\u007f");
}

/** A tenant's link: as above, or a plain path on this server. */
export function safeTarget(address: string): string | undefined {
  return isOwnPath(address) ? address : safeLink(address);
}

/** Where a picture or a file may come from: this server by a plain path, or the web. */
export function safeSource(address: string): string {
  if (isOwnPath(address) || address.startsWith("blob:")) return address;
  const link = safeLink(address);
  return link?.startsWith("http") ? link : "";
}

/** Hosts besides this server whose pictures the tenant shows; the pages' policy allows them too. */
let pictureHosts: ReadonlySet<string> = new Set();

export function allowPictures(hosts: readonly string[]): void {
  pictureHosts = new Set(hosts);
}

/** A picture that may be shown: this server's own, or one at a host of the tenant's list. */
export function shownPicture(address: string): string {
  const own = ownPicture(address);
  const link = own === "" ? safeLink(address) : undefined;
  if (link === undefined) return own;
  const { protocol, host } = new URL(link);
  return protocol === "https:" && pictureHosts.has(host) ? link : "";
}

/** A file of this server's own. */
export function ownPicture(address: string): string {
  if (isOwnPath(address) || address.startsWith("blob:")) return address;
  const link = safeLink(address);
  return link !== undefined && new URL(link).origin === location.origin ? link : "";
}

function trimmed(link: string): string {
  let end = link.length;
  while (end > 0 && TRAILING.has(link[end - 1] ?? "")) end -= 1;
  // A bracket that was opened inside the address belongs to it.
  if (link[end] === ")" && link.slice(0, end).includes("(")) end += 1;
  return link.slice(0, end);
}

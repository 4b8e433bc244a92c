/** Links in plain text, and the rules for addresses of links and pictures: Requirement CH-13. */

export type Piece = { kind: "text"; text: string } | { kind: "link"; text: string; url: string };

// Runs in linear time: one repeated class, no nesting.
const LINK = /https?:\/\/[^\s<>"'`\u3000-\u303f\uff00-\uffef]+/gi;
/** Marks that end a sentence and do not belong to the address. */
const TRAILING = new Set([...".,;:!?)]}»”’"]);

/** Cuts a text into plain pieces and http(s) links. */
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
 * The address, if it may be a link: http, https, mailto or tel, without a user name. Control characters and blanks can
 * hide a scheme, so an address with any of them is refused.
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

/** Whether this is a plain path on this server. Browsers drop tabs: `/`, a tab and `/evil.test` name another host. */
function isOwnPath(address: string): boolean {
  return /^\/(?![/\\])/.test(address) && ![...address].some((sign) => sign < " " || sign === "\u007f");
}

/** A tenant's link: as `safeLink`, or a plain path on this server. */
export function safeTarget(address: string): string | undefined {
  return isOwnPath(address) ? address : safeLink(address);
}

/** The address of a picture or file, if it is a plain path on this server, a blob or http(s); else empty. */
export function safeSource(address: string): string {
  if (isOwnPath(address) || address.startsWith("blob:")) return address;
  const link = safeLink(address);
  return link?.startsWith("http") ? link : "";
}

/** Hosts other than this server whose pictures the tenant shows; the pages' content policy allows the same hosts. */
let pictureHosts: ReadonlySet<string> = new Set();

export function allowPictures(hosts: readonly string[]): void {
  pictureHosts = new Set(hosts);
}

/** The address of a picture, if it is this server's own or at one of `pictureHosts`; else empty. */
export function shownPicture(address: string): string {
  const own = ownPicture(address);
  const link = own === "" ? safeLink(address) : undefined;
  if (link === undefined) return own;
  const { protocol, host } = new URL(link);
  return protocol === "https:" && pictureHosts.has(host) ? link : "";
}

/** The address of a picture, if it is this server's own or a blob; else empty. */
export function ownPicture(address: string): string {
  if (isOwnPath(address) || address.startsWith("blob:")) return address;
  const link = safeLink(address);
  return link !== undefined && new URL(link).origin === location.origin ? link : "";
}

function trimmed(link: string): string {
  let end = link.length;
  while (end > 0 && TRAILING.has(link[end - 1] ?? "")) end -= 1;
  // A bracket that is opened inside the address belongs to it.
  if (link[end] === ")" && link.slice(0, end).includes("(")) end += 1;
  return link.slice(0, end);
}

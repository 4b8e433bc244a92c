/** The addresses of the room's pages, below the administration's address. */

const under = (robot: string, ...steps: string[]) =>
  ["/knowledge", robot, ...steps].map((step, at) => (at === 0 ? step : encodeURIComponent(step))).join("/");

/** In an address, a document for every language has this in place of its language. */
export const EVERY = "default";

export const pages = {
  robots: "/knowledge",
  documents: (robot: string) => under(robot),
  newDocument: (robot: string) => under(robot, "new"),
  document: (robot: string, doc: string, lang: string) => under(robot, "docs", doc, lang || EVERY),
  unanswered: (robot: string) => under(robot, "unanswered"),
  tryIt: (robot: string) => under(robot, "try"),
  tests: (robot: string) => under(robot, "tests"),
  testFiles: (robot: string) => under(robot, "tests", "files"),
  transfer: (robot: string) => under(robot, "import"),
  settings: (robot: string) => under(robot, "settings"),
};

/** A part of an address as it was before it was encoded; the router decodes only what cannot be mistaken. */
export function stepOf(part: string | undefined): string {
  try {
    return decodeURIComponent(part ?? "");
  } catch {
    return part ?? "";
  }
}

/** The language of a document from its address. */
export function languageOf(part: string | undefined): string {
  return part === undefined || part === EVERY ? "" : part;
}

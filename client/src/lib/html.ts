/**
 * Sanitises rich text. The server has sanitised it too; this page does it again by one allow-list for every sender.
 * DOMPurify is loaded only if there is rich text.
 */
import { safeLink, shownPicture } from "./links";

const TAGS = [
  ..."a b blockquote br code del div em h1 h2 h3 h4 hr i img li ol p pre s span strong sub sup".split(" "),
  ..."table tbody td th thead tr u ul".split(" "),
];
const ATTRIBUTES = ["href", "src", "alt", "title", "width", "height", "colspan", "rowspan", "link"];

/** Whether a text contains markup; a text without any is shown as it is. */
export function isRich(text: string): boolean {
  return /<[a-z/!]|&[a-z#0-9]+;/i.test(text);
}

/** A text without its markup, for previews and until the sanitiser is loaded. */
export function plainText(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  return page.body.textContent?.trim() ?? "";
}

type Cleaner = typeof import("dompurify")["default"];
let cleaner: Cleaner | undefined;

/** Loads the sanitiser for `cleanNodes`. */
export async function fetchCleaner(): Promise<void> {
  cleaner = (await import("dompurify")).default;
}

/**
 * The sanitised nodes of `html`: no scripts, styles or handlers; links open a new tab; pictures come from allowed
 * hosts. Undefined until the sanitiser is loaded.
 */
export function cleanNodes(html: string): DocumentFragment | undefined {
  return cleaner ? cleaned(cleaner, html) : undefined;
}

function cleaned(purify: Cleaner, html: string): DocumentFragment {
  const nodes = purify.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const link of nodes.querySelectorAll("a")) {
    const url = safeLink(link.getAttribute("href") ?? "");
    if (url === undefined) {
      link.removeAttribute("href");
      continue;
    }
    link.href = url;
    link.target = "_blank";
    link.rel = "noopener noreferrer";
  }
  for (const image of nodes.querySelectorAll("img")) {
    const source = shownPicture(image.getAttribute("src") ?? "");
    if (source === "") image.replaceWith(placeOf(image));
    else image.loading = "lazy";
  }
  return nodes;
}

/** The placeholder of a picture that is not allowed, with its alternative text. */
function placeOf(image: HTMLImageElement): HTMLElement {
  const container = document.createElement("span");
  container.dataset.missing = "picture";
  container.textContent = image.alt;
  return container;
}

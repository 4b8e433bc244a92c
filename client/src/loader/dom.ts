/**
 * Creates elements without markup strings and styles them by adopted sheets, which a strict Content-Security-Policy or
 * Trusted Types allow.
 */

export const SHUT = "m6 6 12 12M18 6 6 18";

export function child<Tag extends keyof HTMLElementTagNameMap>(
  into: Node,
  tag: Tag,
  className: string,
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  made.className = className;
  into.appendChild(made);
  return made;
}

export function button(into: Node, className: string, press: () => void): HTMLButtonElement {
  const made = child(into, "button", className);
  made.type = "button";
  made.onclick = press;
  return made;
}

export function icon(into: Node, path: string, className: string): void {
  const svg = "http://www.w3.org/2000/svg";
  const made = document.createElementNS(svg, "svg");
  made.setAttribute("viewBox", "0 0 24 24");
  made.setAttribute("class", className);
  made.ariaHidden = "true";
  const shape = document.createElementNS(svg, "path");
  shape.setAttribute("d", path);
  made.append(shape);
  into.appendChild(made);
}

/** Adds a sheet to the shadow root. */
export function adopt(shadow: ShadowRoot, css: string): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
  } catch {
    // For browsers from before 2023. A page's policy may refuse this element; the unstyled button still works then.
    child(shadow, "style", "").textContent = css;
  }
}

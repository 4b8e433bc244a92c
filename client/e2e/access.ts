/** Accessibility checks for every page and state: axe, overflow and text spacing. */
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Checks all rules of axe, and that nothing overflows. `target-size` is off unless it is enabled by name. */
export async function isSound(page: Page, state = page.url()): Promise<void> {
  // An element that is still fading in has too little contrast.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { violations } = await new AxeBuilder({ page })
    .options({ rules: { "target-size": { enabled: true } } })
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join("\n")}`),
    state,
  ).toEqual([]);
  expect(await beyond(page), `${state}: px beyond the edge`).toBeLessThanOrEqual(0);
}

/** Returns by how many px the page is wider than the window. */
export function beyond(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Applies the text spacing of WCAG 2.2, 1.4.12, that readers may set for themselves. */
export async function spaceText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }",
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
}

/** Returns the texts of buttons, links, labels and headings that are cut off. */
export function clippedWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pressable = [...document.querySelectorAll<HTMLElement>("button, a[href], label, h1, h2")];
    return pressable
      .filter((element) => {
        const { overflow, textOverflow, clipPath } = getComputedStyle(element);
        const isCut = overflow !== "visible" && textOverflow !== "ellipsis" && clipPath === "none";
        const isTooSmall =
          element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1;
        return isCut && isTooSmall && element.innerText.trim() !== "";
      })
      .map((element) => element.innerText);
  });
}

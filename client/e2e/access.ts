/** What holds for every page and state: nothing assistive technology stumbles over, nothing beyond the edge. */
import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** All rules of axe, those for the size of targets too, which it asks for by name. */
export async function isSound(page: Page, state = page.url()): Promise<void> {
  // What still fades in has not its colours yet.
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

/** How far the page reaches beyond the window's edge. */
export function beyond(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** The distances of WCAG 2.2, 1.4.12, which readers set for themselves. */
export async function spaceText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }",
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
}

/** Words of buttons and links that do not fit into them. */
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

import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";

/** Writes a picture of the page without anything that blinks or moves. */
export async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const path = fileURLToPath(new URL(`../../docs/pictures/${name}.png`, import.meta.url));
  await page.screenshot({ path, animations: "disabled", caret: "hide", scale: "css" });
}

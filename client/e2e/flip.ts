import type { Page } from "@playwright/test";

/** Flips a switch as a person does: the box itself is hidden behind its picture. */
export async function flip(page: Page, name: string): Promise<void> {
  const box = page.getByRole("switch", { name });
  await page.locator("label").filter({ has: box }).click();
}

/** The widget in a shop's page: its launcher, its frame, and the events the page hears. */
import type { Frame, Page } from "@playwright/test";
import { test as base, expect } from "./fixtures";
import { openShop, type Shop } from "./shop";

export { expect } from "./fixtures";

export const test = base.extend<{ shop: Shop }>({
  shop: async ({ server }, use) => {
    const shop = await openShop(server.url);
    await use(shop);
    await shop.close();
  },
});

/** The launcher's accessible name. It is in a closed shadow root, which selectors cannot reach. */
export async function launcher(page: Page): Promise<string | undefined> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  const buttons = nodes.filter((node) => node.role?.value === "button");
  return buttons.map((node) => String(node.name?.value)).find((name) => name.startsWith("Chat"));
}

export async function pressLauncher(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.click(size.width - 48, size.height - 48);
}

export async function chatFrame(page: Page): Promise<Frame> {
  const find = () => page.frames().find((frame) => frame.url().includes("/chat_online/index"));
  await expect.poll(() => find() !== undefined).toBe(true);
  const frame = find();
  if (!frame) throw new Error("the chat's frame is gone");
  return frame;
}

export function heard(page: Page): Promise<string[]> {
  return page.evaluate("heard");
}

/** Opens a page with the widget and waits for its launcher. */
export async function visitShop(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect.poll(() => launcher(page)).toBe("Chat");
}

/** The widget in little space: phones with their keyboards, and windows at 200 % zoom. */
import type { Frame } from "@playwright/test";
import { beyond, isSound } from "./access";
import { pretendKeyboard } from "./phone";
import { openShop } from "./shop";
import { Visitor } from "./visitor";
import { chatFrame, expect, heard, launcher, pressLauncher, test, visitShop } from "./widget";

test("the chat ends above a keyboard that covers the page, and the page behind stays @phone-only", async ({
  server,
  shop,
  open,
}) => {
  const page = await open();
  await page.addInitScript(pretendKeyboard);
  await visitShop(page, shop.url);
  await page.evaluate("scrollTo(0, 300)");
  await pressLauncher(page);
  const chat = await chatFrame(page);
  const anna = new Visitor(page, server.url, chat);
  await anna.composer.click();

  // As on iPhones: the visible part is smaller and starts further down.
  await page.evaluate("keyboard(430, 60)");
  await expect.poll(() => boxOf(chat)).toEqual({ x: 0, y: 60, width: 390, height: 430 });
  await expect.poll(() => bottomOf(anna)).toBeLessThanOrEqual(490);
  await anna.write("How fast do you ship?");
  await anna.sees(/within one working day/);
  await expect(chat.getByRole("heading", { level: 1 })).toBeInViewport();

  await page.evaluate("keyboard(844, 0)");
  await expect.poll(() => boxOf(chat)).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  await chat.getByRole("button", { name: "Hide chat" }).click();
  await expect.poll(() => page.evaluate("scrollY")).toBe(300);
  expect(await page.evaluate("document.documentElement.style.overflow")).toBe("");
});

test("header and field stay visible when a keyboard shrinks the page @phone-only", async ({
  server,
  shop,
  open,
}) => {
  const page = await open();
  await visitShop(page, shop.url);
  await pressLauncher(page);
  const chat = await chatFrame(page);
  const anna = new Visitor(page, server.url, chat);
  await anna.write("How fast do you ship?");
  await anna.sees(/within one working day/);
  await anna.composer.click();

  await page.setViewportSize({ width: 390, height: 420 });

  await expect.poll(() => boxOf(chat)).toEqual({ x: 0, y: 0, width: 390, height: 420 });
  await expect.poll(() => bottomOf(anna)).toBeLessThanOrEqual(420);
  await expect(chat.getByRole("heading", { level: 1 })).toBeInViewport();
  await expect(anna.log.getByText(/within one working day/)).toBeInViewport();
});

test("at 200 % zoom the chat fills the window and overflows nowhere", async ({ server, shop, open }) => {
  // The size of a 1280 by 800 window at 200 %: WCAG 2.2, 1.4.4 and 1.4.10.
  const page = await open({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
  await visitShop(page, shop.url);
  await pressLauncher(page);
  const chat = await chatFrame(page);
  const anna = new Visitor(page, server.url, chat);
  await anna.write("How fast do you ship?");
  await anna.sees(/within one working day/);

  await expect.poll(() => boxOf(chat)).toEqual({ x: 0, y: 0, width: 640, height: 400 });
  await expect(anna.composer).toBeInViewport({ ratio: 1 });
  expect(await chat.evaluate("document.documentElement.scrollWidth - innerWidth")).toBeLessThanOrEqual(0);
  expect(await beyond(page)).toBeLessThanOrEqual(0);
  await chat.getByRole("button", { name: "Hide chat" }).click();
  await expect.poll(() => heard(page)).toContain("close");
  await expect.poll(() => launcher(page)).toBe("Chat");
});

test("on an Arabic page the widget is mirrored and breaks no policy @phone", async ({ server, open }) => {
  const shop = await openShop(server.url, { dir: "rtl" });
  const page = await open({ locale: "ar-EG" });
  await page.goto(shop.url);
  await page.waitForFunction("typeof Frontdesk.boot === 'function'");
  await page.evaluate("Frontdesk.setLocale('ar')");
  await page.evaluate("Frontdesk.open()");
  const chat = await chatFrame(page);

  await expect(chat.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(chat.getByRole("log")).toBeVisible();
  const { width } = page.viewportSize() ?? { width: 0 };
  const isPhone = width < 500;
  await expect.poll(async () => (await boxOf(chat))?.x).toBe(isPhone ? 0 : 20);
  await isSound(page);
  await shop.close();
});

async function boxOf(chat: Frame): ReturnType<Awaited<ReturnType<Frame["frameElement"]>>["boundingBox"]> {
  return (await chat.frameElement()).boundingBox();
}

/** The bottom edge of the field, in px of the shop's page. */
async function bottomOf({ composer }: Visitor): Promise<number> {
  const box = await composer.boundingBox();
  return box ? box.y + box.height : Number.POSITIVE_INFINITY;
}

/** The full-page chat on phones whose keyboard covers a part of it. */
import type { Locator } from "@playwright/test";
import { expect, test } from "./fixtures";
import { pretendKeyboard } from "./phone";
import { Visitor } from "./visitor";

const HEIGHT = 430;

test("newest message and field stay visible above the keyboard, and the page does not move @phone-only", async ({
  server,
  open,
}) => {
  const page = await open();
  await page.addInitScript(pretendKeyboard);
  const anna = new Visitor(page, server.url);
  await anna.enter("demo");
  await anna.write("How fast do you ship?");
  await anna.sees(/within one working day/);
  await anna.composer.click();

  await page.evaluate(`keyboard(${HEIGHT})`);

  await expect.poll(() => bottomOf(anna.composer)).toBeLessThanOrEqual(HEIGHT);
  await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
  await expect.poll(() => bottomOf(anna.log.getByText(/within one working day/))).toBeLessThanOrEqual(HEIGHT);
  await anna.write("Thank you");
  await expect
    .poll(() => bottomOf(anna.log.getByText("Thank you", { exact: true })))
    .toBeLessThanOrEqual(HEIGHT);
  expect(await page.evaluate("scrollY")).toBe(0);

  await page.evaluate("keyboard(844)");
  await expect.poll(() => bottomOf(anna.composer)).toBeGreaterThan(HEIGHT);
});

test("a sheet ends above the keyboard and shows the focused field @phone-only", async ({ server, open }) => {
  const page = await open();
  await page.addInitScript(pretendKeyboard);
  await page.goto(`${server.url}/chat_online/index?channelId=demo-everything`);
  const sheet = page.getByRole("dialog");
  const last = sheet.getByRole("combobox");
  await last.focus();

  await page.evaluate(`keyboard(${HEIGHT})`);

  await expect.poll(() => bottomOf(sheet)).toBeLessThanOrEqual(HEIGHT);
  await expect.poll(() => topOf(sheet)).toBeGreaterThanOrEqual(0);
  await expect.poll(() => bottomOf(last)).toBeLessThan(HEIGHT);
  await expect(last).toBeInViewport({ ratio: 1 });
});

test("a page that is pinched larger keeps its size @phone-only", async ({ server, open }) => {
  const page = await open();
  await page.addInitScript(pretendKeyboard);
  const anna = new Visitor(page, server.url);
  await anna.enter("demo");
  const before = await bottomOf(anna.composer);

  await page.evaluate("keyboard(422, 0, 2)");

  await expect
    .poll(() => page.evaluate("document.documentElement.style.getPropertyValue('--seen-height')"))
    .toBe("");
  expect(await bottomOf(anna.composer)).toBe(before);
});

async function bottomOf(place: Locator): Promise<number> {
  const box = await place.boundingBox();
  return box ? Math.floor(box.y + box.height) : Number.POSITIVE_INFINITY;
}

async function topOf(place: Locator): Promise<number> {
  return (await place.boundingBox())?.y ?? Number.NEGATIVE_INFINITY;
}

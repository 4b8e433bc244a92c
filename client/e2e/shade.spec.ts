/** Light and dark by choice: the build must keep what the device is not set to. The device here is light. */
import type { FrameLocator, Page } from "@playwright/test";
import { isSound } from "./access";
import { signIn } from "./account";
import { expect, test, WIDE } from "./fixtures";
import { passwordOf } from "./server";

/** Whether the page behind everything is drawn light or dark. */
async function shadeOf(page: Page | FrameLocator): Promise<string> {
  const colour = await page.locator(":root").evaluate((root) => getComputedStyle(root).backgroundColor);
  const [red = 0, green = 0, blue = 0] = (colour.match(/\d+/g) ?? []).map(Number);
  return red + green + blue < 384 ? "dark" : "light";
}

test("an agent's choice draws the desk light or dark, also after a reload", async ({ agent }) => {
  const { page } = await agent("mia");
  const choose = async (shade: string) => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("combobox", { name: "Theme" }).selectOption(shade);
    await page.keyboard.press("Escape");
  };
  expect(await shadeOf(page)).toBe("light");

  await choose("dark");
  expect(await shadeOf(page)).toBe("dark");
  await page.reload();
  await expect(page.getByRole("tablist")).toBeVisible();
  expect(await shadeOf(page)).toBe("dark");
  await isSound(page, "a dark desk on a light device");

  await choose("auto");
  expect(await shadeOf(page)).toBe("light");
});

test("the wall is dark on a light device, and the desk beside it is not", async ({ agent, server }) => {
  const { page } = await agent("lin");
  await page.goto(`${server.url}/desk/wall`);
  await expect(page.getByRole("heading", { name: "Wall" })).toBeVisible();
  expect(await shadeOf(page)).toBe("dark");
  await isSound(page, "the wall");

  await page.getByRole("link", { name: "Back to the conversations" }).click();
  await expect(page.getByRole("tablist")).toBeVisible();
  expect(await shadeOf(page)).toBe("light");
});

test("the preview of a channel shows the dark chat", async ({ open, server }) => {
  const page = await open(WIDE);
  await page.goto(`${server.url}/desk/admin/channels/demo?locale=en`);
  await signIn(page, "admin", passwordOf(server.url, "admin"));
  const frame = page.frameLocator("iframe[title=Preview]");
  await expect(frame.getByRole("log")).toBeVisible();
  expect(await shadeOf(frame)).toBe("light");

  await page.getByRole("button", { name: "Dark", exact: true }).click();
  await expect.poll(() => shadeOf(frame)).toBe("dark");
  expect(await shadeOf(page)).toBe("light");
});

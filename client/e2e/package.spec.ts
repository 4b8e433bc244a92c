/** The npm package and its React component, in a page of another origin built with them. */
import { type PackedShop, packShop } from "./packed";
import { openShop, type Shop } from "./shop";
import { Visitor } from "./visitor";
import { test as base, chatFrame, expect, launcher, pressLauncher } from "./widget";

const test = base.extend<{ reactShop: Shop }, { packed: PackedShop }>({
  packed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use) => use(await packShop()),
    { scope: "worker" },
  ],
  reactShop: async ({ server, packed }, use) => {
    const shop = await openShop(server.url, { app: packed.script });
    await use(shop);
    await shop.close();
  },
});

test("the package contains only the built files, their types and the README", ({ packed }) => {
  expect(packed.files.toSorted()).toEqual([
    "LICENSE",
    "README.md",
    "dist/api.d.ts",
    "dist/index.d.ts",
    "dist/index.js",
    "dist/react.d.ts",
    "dist/react.js",
    "package.json",
  ]);
});

test("a React page shows the chat, hears its events and identifies the visitor @phone", async ({
  server,
  reactShop,
  open,
  agent,
}) => {
  const mia = await agent("mia", 1);
  const page = await open();
  await page.goto(reactShop.url);
  await expect.poll(() => launcher(page)).toBe("Chat");
  const shown = page.getByRole("status");
  await expect(shown).toHaveText("closed, 0 unread, not begun");

  await page.getByRole("button", { name: "Ask about this tree" }).click();
  const anna = new Visitor(page, server.url, await chatFrame(page));
  await expect(anna.composer).toHaveValue("Does it need much light?");
  await expect(shown).toHaveText("open, 0 unread, robot");
  await anna.askForAgent();
  await anna.isConnectedTo("Mia");
  await expect(shown).toHaveText("open, 0 unread, agent");
  await mia.open(/Anna Lee/);

  await anna.chat.getByRole("button", { name: "Hide chat" }).click();
  await mia.write("it does");
  await expect(shown).toHaveText("closed, 1 unread, agent");
  expect(page.frames().filter((frame) => frame.url().includes("/chat_online/"))).toHaveLength(1);
});

test("the card follows the page, and the chat leaves and returns with its component", async ({
  server,
  reactShop,
  open,
}) => {
  const page = await open();
  await page.goto(reactShop.url);
  await expect.poll(() => launcher(page)).toBe("Chat");
  await page.getByRole("button", { name: "Next tree" }).click();
  await pressLauncher(page);
  const anna = new Visitor(page, server.url, await chatFrame(page));
  await expect(anna.chat.getByText("Olive tree")).toBeVisible();
  await anna.write("How fast do you ship?");
  await anna.sees(/within one working day/);

  await page.getByRole("button", { name: "Without a chat" }).click();
  await expect.poll(() => page.frames().length).toBe(1);
  expect(await launcher(page)).toBeUndefined();
  await expect(page.getByRole("status")).toHaveText("closed, 0 unread, not begun");

  await page.getByRole("button", { name: "With a chat" }).click();
  await expect.poll(() => launcher(page)).toBe("Chat");
  expect(await page.locator("script[src$='/chat_online/embed.js']").count()).toBe(1);
  await pressLauncher(page);
  const again = new Visitor(page, server.url, await chatFrame(page));
  await again.sees("How fast do you ship?");
});

import { openShop } from "./shop";
import { Visitor } from "./visitor";
import { chatFrame, expect, heard, launcher, pressLauncher, test, visitShop } from "./widget";

test("in a page of another origin, under its policy and styles, a visitor talks to robot and agent @phone", async ({
  server,
  shop,
  open,
  agent,
}) => {
  const page = await open();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(shop.url);
  await expect.poll(() => launcher(page)).toBe("Chat");
  expect(requests.filter((path) => path.startsWith("/chat_online/"))).toEqual(["/chat_online/embed.js"]);

  await pressLauncher(page);
  const anna = new Visitor(page, server.url, await chatFrame(page));
  await anna.write("How fast do you ship?");
  await anna.sees(/within one working day/);
  const mia = await agent("mia", 1);
  await anna.askForAgent();
  await anna.isConnectedTo("Mia");
  await mia.open();
  await mia.write("hello from the desk");
  await anna.sees("hello from the desk");
});

test("the launcher counts messages while the chat is hidden, and opening it clears the count", async ({
  server,
  shop,
  open,
  agent,
}) => {
  const mia = await agent("mia", 1);
  const page = await open();
  await page.goto(shop.url);
  await expect.poll(() => launcher(page)).toBe("Chat");
  await pressLauncher(page);
  const anna = new Visitor(page, server.url, await chatFrame(page));
  await anna.askForAgent();
  await anna.isConnectedTo("Mia");

  await anna.chat.getByRole("button", { name: "Hide chat" }).click();
  await expect.poll(() => heard(page)).toContain("close");
  await mia.open();
  await mia.write("your tree has left us");
  await mia.write("it arrives tomorrow");
  await expect.poll(() => launcher(page)).toBe("Chat (2)");
  await expect.poll(() => heard(page)).toContain("unread 2");

  await pressLauncher(page);
  await expect.poll(() => launcher(page)).toBe("Chat");
});

test("Escape hides the chat and returns the focus", async ({ shop, open }) => {
  const page = await open();
  await page.goto(shop.url);
  await expect.poll(() => launcher(page)).toBe("Chat");
  await page.getByRole("link", { name: "A link" }).focus();

  await page.evaluate("Frontdesk.open()");
  const frame = await chatFrame(page);
  await expect(frame.getByRole("log")).toBeVisible();
  await frame.locator("textarea").first().press("Escape");

  await expect.poll(() => heard(page)).toContain("close");
  await expect(page.getByRole("link", { name: "A link" })).toBeFocused();
});

test("the shop's next page shows the conversation open, as it was left", async ({ server, shop, open }) => {
  const page = await open();
  await page.goto(shop.url);
  await expect.poll(() => launcher(page)).toBe("Chat");
  await pressLauncher(page);
  const before = new Visitor(page, server.url, await chatFrame(page));
  await before.write("How fast do you ship?");
  await before.sees(/within one working day/);

  await page.goto(`${shop.url}next`);

  const after = new Visitor(page, server.url, await chatFrame(page));
  await after.sees("How fast do you ship?");
  await expect.poll(() => heard(page)).toContain("open");
});

test("the launcher hears only the chat", async ({ shop, open }) => {
  const page = await open();
  await page.goto(shop.url);
  await expect.poll(() => launcher(page)).toBe("Chat");
  await pressLauncher(page);
  await chatFrame(page);
  await expect.poll(() => heard(page)).toContain("ready");

  await page.evaluate(async () => {
    const arrived = new Promise<void>((resolve) =>
      addEventListener("message", ({ source, data }) => {
        if (source === window && data.kind === "close") resolve();
      }),
    );
    postMessage({ source: "frontdesk", kind: "unread", unread: 9 }, "*");
    postMessage({ source: "frontdesk", kind: "close" }, "*");
    await arrived;
  });

  expect(await heard(page)).not.toContain("unread 9");
  await chatFrame(page);
});

test("on a right-to-left page the launcher is on the left", async ({ server, open }) => {
  const shop = await openShop(server.url, { dir: "rtl" });
  const page = await open();
  await page.goto(shop.url);
  await expect.poll(() => launcher(page)).toBe("Chat");

  const height = page.viewportSize()?.height ?? 0;
  const hit = await page.evaluate(
    ([x, y]) => document.elementFromPoint(x ?? 0, y ?? 0)?.localName,
    [48, height - 48],
  );

  expect(hit).toBe("frontdesk-chat");
  await shop.close();
});

// [CH-01] [CH-19]
test("the end of a chat removes its frame", async ({ server, shop, open }) => {
  const page = await open();
  await visitShop(page, shop.url);
  await pressLauncher(page);
  const anna = new Visitor(page, server.url, await chatFrame(page));
  await anna.write("How fast do you ship?");
  await anna.sees(/within one working day/);

  await anna.chat.getByRole("button", { name: "End chat" }).click();
  await anna.chat.getByRole("dialog").getByRole("button", { name: "End chat" }).click();

  await expect.poll(() => page.frames().length).toBe(1);
  expect(await heard(page)).toContain("close");
});

import type { Page } from "@playwright/test";
import { openShop } from "./shop";
import { isDenied } from "./storage";
import { Visitor } from "./visitor";
import { chatFrame, expect, heard, launcher, pressLauncher, test, visitShop } from "./widget";

test("until someone comes near the launcher the page loads only the loader and stores nothing @phone", async ({
  server,
  shop,
  open,
}) => {
  const page = await open();
  const asked = requestsTo(server.url, page);
  await visitShop(page, shop.url);
  await page.waitForLoadState("networkidle");

  expect(asked).toEqual(["/chat_online/embed.js"]);
  expect(await kept(page)).toEqual({ local: 0, session: 0, databases: 0 });
  expect(await page.context().cookies()).toEqual([]);
  expect(page.frames()).toHaveLength(1);
});

test("coming near the launcher loads only the panel, and pressing it loads the chat", async ({
  server,
  shop,
  open,
}) => {
  const page = await open();
  const asked = requestsTo(server.url, page);
  await visitShop(page, shop.url);
  const panel = page.waitForResponse(/assets\/panel-/);
  await nearLauncher(page);
  await panel;
  await page.waitForLoadState("networkidle");
  expect(asked.map(plain)).toEqual(["/chat_online/embed.js", "/assets/panel"]);
  expect(await kept(page)).toEqual({ local: 0, session: 0, databases: 0 });

  await pressLauncher(page);
  const chat = await chatFrame(page);
  await expect.poll(() => heard(page)).toContain("status robot");

  // The chat stores the visitor on its own origin, unless the browser blocks it; the shop's page stores one entry.
  const isShops = await chat.evaluate(isDenied);
  expect(await kept(page)).toEqual({ local: isShops ? 1 : 0, session: 1, databases: 0 });
  expect(await page.context().cookies()).toEqual([]);
});

test("the next page shows answers after a conversation, and loads nothing if the chat was never opened", async ({
  server,
  shop,
  open,
}) => {
  const page = await open();
  await visitShop(page, shop.url);
  await pressLauncher(page);
  await expect.poll(() => heard(page)).toContain("ready");
  await page.evaluate("Frontdesk.close()");

  await page.goto(`${shop.url}next`);
  await expect.poll(() => heard(page)).toContain("ready");
  expect(await heard(page)).not.toContain("open");

  const stranger = await open();
  const asked = requestsTo(server.url, stranger);
  await visitShop(stranger, shop.url);
  await visitShop(stranger, `${shop.url}next`);
  expect(asked).toEqual(["/chat_online/embed.js", "/chat_online/embed.js"]);
});

test("the page identifies the visitor, fills in their field and follows the queue", async ({
  server,
  shop,
  open,
  visitor,
  agent,
}) => {
  const mia = await agent("mia", 1);
  const ben = await visitor();
  await ben.askForAgent();
  await ben.isConnectedTo("Mia");
  const page = await open();
  await visitShop(page, shop.url);
  await page.evaluate(`Frontdesk.push(
    ["identify", { userName: "Anna Lee", params: { order: "4711" } }],
    ["prefill", "Where is my tree?"],
    ["open"],
  )`);
  const chat = await chatFrame(page);
  const anna = new Visitor(page, server.url, chat);
  await expect(anna.composer).toHaveValue("Where is my tree?");
  expect(chat.url()).not.toContain("Anna");
  expect(page.url()).not.toContain("Anna");

  await page.evaluate("Frontdesk.setLocale('de')");
  await expect(chat.locator("html")).toHaveAttribute("lang", "de");
  await page.evaluate("Frontdesk.setLocale('en')");
  await anna.askForAgent();
  await expect.poll(() => heard(page)).toContain("status queued");
  await expect.poll(() => heard(page)).toContain("queue 1");
  await mia.open();
  await mia.ends();
  await expect.poll(() => heard(page)).toContain("status agent");
  await expect(anna.chat.getByRole("heading", { level: 1, name: "Mia" })).toBeVisible();
  await mia.open(/Anna/);
  await expect(mia.page.getByText("Anna Lee").first()).toBeVisible();
});

test("if the page's policy blocks the panel, the chat opens in a new tab", async ({ server, open }) => {
  const shop = await openShop(server.url, { scripts: `${server.url}/chat_online/embed.js` });
  const page = await open({ bypassCSP: false });
  page.removeAllListeners("console"); // the refusal is expected
  await visitShop(page, shop.url);

  const opened = page.waitForEvent("popup");
  await pressLauncher(page);
  const alone = await opened;

  await expect(alone.getByRole("log")).toBeVisible();
  expect(await heard(page)).toContain("error blocked");
  expect(await launcher(page)).toBe("Chat");
  await shop.close();
});

test("a page that frames the chat itself learns that the chat is hidden, on its own origin only", async ({
  server,
  open,
}) => {
  const shop = await openShop(server.url, { ownFrame: true });
  const page = await open();
  await page.goto(shop.url);
  const chat = await chatFrame(page);
  await page.evaluate(() => {
    addEventListener("message", ({ data, origin }) =>
      Reflect.get(window, "heard").push(JSON.stringify([data, origin])),
    );
  });

  await chat.getByRole("button", { name: "Hide chat" }).click();

  const said = { source: "frontdesk", kind: "hidden", hidden: true };
  await expect.poll(() => heard(page)).toContain(JSON.stringify([said, server.url]));
  await shop.close();
});

test("on a phone the open chat fills the screen and the page behind does not scroll @phone-only", async ({
  shop,
  open,
}) => {
  const page = await open();
  await visitShop(page, shop.url);
  await page.evaluate("scrollTo(0, 200)");
  await pressLauncher(page);
  const chat = await chatFrame(page);
  await expect(chat.getByRole("log")).toBeVisible();

  const frame = await chat.frameElement();
  // The opening animation must finish first.
  await expect.poll(() => frame.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() });
  await page.mouse.move(200, 400);
  await page.mouse.wheel(0, 600);
  await chat.getByRole("button", { name: "Hide chat" }).click();
  await expect.poll(() => heard(page)).toContain("close");
  expect(await page.evaluate("scrollY")).toBe(200);
  expect(await page.evaluate("document.documentElement.style.overflow")).toBe("");
});

/** The paths requested from the chat's server. */
function requestsTo(url: string, page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const at = new URL(request.url());
    if (at.origin === url) asked.push(at.pathname);
  });
  return asked;
}

function plain(path: string): string {
  return path.replace(/-[\w-]+\.js$/, "");
}

async function nearLauncher(page: Page): Promise<void> {
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.move(size.width - 48, size.height - 48);
}

/** What the shop's page stores in the browser. */
function kept(page: Page): Promise<{ local: number; session: number; databases: number }> {
  return page.evaluate(async () => ({
    local: localStorage.length,
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
  }));
}

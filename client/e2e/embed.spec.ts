import type { Page } from "@playwright/test";
import { openShop } from "./shop";
import { isDenied } from "./storage";
import { Visitor } from "./visitor";
import { chatFrame, expect, heard, launcher, pressLauncher, test, visitShop } from "./widget";

test("before anybody comes near the launcher nothing is asked for but the loader, and nothing is kept @phone", async ({
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

test("coming near the launcher fetches the panel alone, and pressing it the chat", async ({
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

  // The chat keeps the visitor on its own origin, unless the browser denies that; the shop's page has a note of the tab.
  const isShops = await chat.evaluate(isDenied);
  expect(await kept(page)).toEqual({ local: isShops ? 1 : 0, session: 1, databases: 0 });
  expect(await page.context().cookies()).toEqual([]);
});

test("who has talked hears of answers on the next page, and who never opened the chat loads nothing there", async ({
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

test("the page names the visitor, puts words in their field and follows the queue", async ({
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

test("where the page's policy refuses the panel the chat opens in a tab of its own", async ({
  server,
  open,
}) => {
  const shop = await openShop(server.url, { scripts: `${server.url}/chat_online/embed.js` });
  const page = await open({ bypassCSP: false });
  page.removeAllListeners("console"); // the refusal is what is tested
  await visitShop(page, shop.url);

  const opened = page.waitForEvent("popup");
  await pressLauncher(page);
  const alone = await opened;

  await expect(alone.getByRole("log")).toBeVisible();
  expect(await heard(page)).toContain("error blocked");
  expect(await launcher(page)).toBe("Chat");
  await shop.close();
});

test("a page with a frame of its own hears that the chat is hidden, at its own origin alone", async ({
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

test("on a phone the open chat is the whole screen and the page behind does not scroll @phone-only", async ({
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
  // It rises to its place.
  await expect.poll(() => frame.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() });
  await page.mouse.move(200, 400);
  await page.mouse.wheel(0, 600);
  await chat.getByRole("button", { name: "Hide chat" }).click();
  await expect.poll(() => heard(page)).toContain("close");
  expect(await page.evaluate("scrollY")).toBe(200);
  expect(await page.evaluate("document.documentElement.style.overflow")).toBe("");
});

/** What was asked of the chat's server, by path. */
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

/** What the shop's page keeps in the browser. */
function kept(page: Page): Promise<{ local: number; session: number; databases: number }> {
  return page.evaluate(async () => ({
    local: localStorage.length,
    session: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
  }));
}

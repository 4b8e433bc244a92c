/** A visitor on three pages of a shop, for each kind of storage of the chat's frame: docs/decisions/0029. */
import { createHmac } from "node:crypto";
import type { Page } from "@playwright/test";
import { Administration } from "./administration";
import { openShop } from "./shop";
import { expect, isDenied, type Storage, test } from "./storage";
import { Visitor } from "./visitor";
import { chatFrame, pressLauncher, visitShop } from "./widget";

const KEY = "frontdesk.chat.demo";
const NOT_KEPT = /It lasts only while this page stays open/;
const KEPT: readonly Storage[] = ["free", "partitioned", "blocked"];
const SECRET = "the-identity-secret-of-the-demo";
const FORGET = '{"forget":"1"}';
const NAMED = /I am (Ann|Ben|Cleo)/;

for (const storage of KEPT) {
  test(`with ${storage} storage a visitor keeps conversation, queue place and agent over three pages`, async ({
    server,
    agent,
    visitor,
    openWith,
  }) => {
    const mia = await agent("mia", 1);
    const ben = await visitor();
    await ben.askForAgent();
    await ben.isConnectedTo("Mia");
    const shop = await openShop(server.url, { host: storage === "free" ? "127.0.0.1" : "localhost" });
    const page = await openWith(storage);
    const first = await comesIn(page, shop.url, server.url);
    expect(await first.chat.evaluate(isDenied)).toBe(storage === "blocked");
    await first.write("How fast do you ship?");
    await first.sees(/within one working day/);
    await first.askForAgent();
    await first.isWaitingAt(1);

    const second = await goesOn(page, `${shop.url}second`, server.url);
    // In a frame of another site the headless browser sometimes draws no rows of a list that opens with its page.
    // So the test reads the header and the agent's side.
    await expect(second.chat.getByText("Waiting for an agent")).toBeVisible();
    await mia.open();
    await mia.ends();
    await second.isConnectedTo("Mia");
    await mia.open();
    await second.write("good morning");
    await mia.sees("good morning");

    const third = await goesOn(page, `${shop.url}third`, server.url);
    await third.isConnectedTo("Mia");
    await third.write("where is my tree?");
    await mia.sees("where is my tree?");
    const names = await page.evaluate(
      "Object.keys(localStorage).filter((name) => name.startsWith('frontdesk'))",
    );
    expect(names).toEqual(storage === "blocked" ? [KEY] : []);
    await shop.close();
  });
}

for (const storage of KEPT) {
  test(`with ${storage} storage nobody goes on as a customer who has left`, async ({ server, openWith }) => {
    const admin = await Administration.of(server.url);
    const channel = await admin.call("channels/get", { channelId: "demo" });
    await admin.call("channels/put", { ...channel, identitySecret: SECRET });
    const shop = await openShop(server.url, { host: storage === "free" ? "127.0.0.1" : "localhost" });
    const page = await openWith(storage);
    await visitShop(page, shop.url);
    await signIn(page);
    await pressLauncher(page);
    const ann = new Visitor(page, server.url, await chatFrame(page));
    expect(await introduces(ann, "I am Ann")).toEqual(["I am Ann"]);

    await page.evaluate("Frontdesk.shutdown(); Frontdesk.boot(); Frontdesk.open()");
    const next = new Visitor(page, server.url, await chatFrame(page));
    expect(await introduces(next, "I am Ben")).toEqual(["I am Ben"]);
    expect(await kept(page)).not.toContain("forget");

    // The mark is gone, so the stranger's own conversation goes on, until the customer comes back.
    await page.evaluate("Frontdesk.close(); sessionStorage.clear()");
    const reloaded = await comesIn(page, `${shop.url}reloaded`, server.url);
    await expect.poll(() => reloaded.saidIn(NAMED)).toEqual(["I am Ben"]);
    await signIn(page);
    await expect.poll(() => reloaded.saidIn(NAMED)).toEqual(["I am Ann"]);

    // The customer signs out on a page that never loads the chat, and the page changes.
    await page.evaluate("Frontdesk.close(); sessionStorage.clear()");
    await visitShop(page, `${shop.url}account`);
    await page.evaluate("Frontdesk.shutdown()");
    expect(await kept(page)).toBe(FORGET);
    const last = await comesIn(page, `${shop.url}second`, server.url);
    expect(await introduces(last, "I am Cleo")).toEqual(["I am Cleo"]);
    await shop.close();
  });
}

test("if the frame has no storage, the next page sends an unsent message once", async ({
  server,
  agent,
  openWith,
}) => {
  const mia = await agent("mia", 1);
  const shop = await openShop(server.url);
  const page = await openWith("blocked");
  const first = await comesIn(page, shop.url, server.url);
  await first.askForAgent();
  await first.isConnectedTo("Mia");
  await mia.open();
  await page.route("**/sendMsg", (route) => route.abort());
  await first.write("my tree is too tall");
  await first.sees("my tree is too tall");
  await expect.poll(() => kept(page)).toContain("my tree is too tall");

  await page.unroute("**/sendMsg");
  const next = await goesOn(page, `${shop.url}next`, server.url);

  await next.isConnectedTo("Mia");
  await mia.sees("my tree is too tall");
  await expect.poll(() => kept(page)).not.toContain("my tree is too tall");
  await shop.close();
});

test("shutdown removes the visitor from the shop's storage, and an expired entry is ignored", async ({
  server,
  openWith,
}) => {
  const shop = await openShop(server.url);
  const page = await openWith("blocked");
  const first = await comesIn(page, shop.url, server.url);
  await first.write("How fast do you ship?");
  await first.sees(/within one working day/);

  await page.evaluate("Frontdesk.shutdown()");
  expect(await kept(page)).toBe(FORGET);
  const second = await comesIn(page, `${shop.url}second`, server.url);
  await second.seesNot("How fast do you ship?");
  await second.write("Do you have ferns?");
  await second.sees("Do you have ferns?");

  await expect.poll(() => kept(page)).toContain("&userId");
  const who = async () => /v_[0-9a-f]+/.exec(await kept(page))?.[0];
  const before = await who();
  await page.evaluate(turnBack, KEY);
  const third = await goesOn(page, `${shop.url}third`, server.url);
  await expect(third.composer).toBeVisible();
  await expect.poll(who).toMatch(/^v_/);
  await expect.poll(who).not.toBe(before);
  await shop.close();
});

test("if the shop has no storage either, the chat works and says that it is not saved", async ({
  server,
  openWith,
}) => {
  const shop = await openShop(server.url);
  const page = await openWith("denied");
  const anna = await comesIn(page, shop.url, server.url);

  await anna.sees(NOT_KEPT);
  await anna.write("How fast do you ship?");
  await anna.sees(/within one working day/);
  await shop.close();
});

test("a page that frames the chat itself gets no token, whatever it sends", async ({ server, openWith }) => {
  const shop = await openShop(server.url, { ownFrame: true, script: EAVESDROPPING });
  const page = await openWith("blocked");
  await page.goto(shop.url);
  const anna = new Visitor(page, server.url, await chatFrame(page));
  await anna.write("How fast do you ship?");
  await anna.sees(/within one working day/);
  await anna.sees(NOT_KEPT);

  await expect.poll(() => page.evaluate("told.length")).toBeGreaterThan(0);
  const told = JSON.stringify(await page.evaluate("told"));
  expect(told).not.toContain("token");
  expect(told).not.toContain('"keep"');
  await shop.close();
});

const EAVESDROPPING = `
  window.told = [];
  addEventListener("message", ({ data, source }) => {
    told.push(data);
  });
  setInterval(() => {
    for (const frame of document.querySelectorAll("iframe"))
      frame.contentWindow.postMessage({ source: "frontdesk-host", kind: "init", kept: {} }, "*");
  }, 100);
`;

/** Says, as the shop's page does, that the customer Ann is signed in. */
async function signIn(page: Page): Promise<void> {
  const userHash = createHmac("sha256", SECRET).update("4711").digest("hex");
  const visitor = JSON.stringify({ userId: "4711", userHash, userName: "Ann" });
  await page.evaluate(`Frontdesk.identify(${visitor})`);
}

/** Says a name and waits for a robot's answer, then reads every name in the conversation. */
async function introduces(visitor: Visitor, name: string): Promise<string[]> {
  await visitor.write(name);
  await visitor.sees(name);
  await visitor.write("How fast do you ship?");
  await visitor.sees(/within one working day/);
  return visitor.saidIn(NAMED);
}

/** Opens a page of the shop and its chat. */
async function comesIn(page: Page, url: string, chat: string): Promise<Visitor> {
  await visitShop(page, url);
  await pressLauncher(page);
  return new Visitor(page, chat, await chatFrame(page));
}

/** Opens the next page. The chat reopens by itself, on a phone only when the launcher is pressed. */
async function goesOn(page: Page, url: string, chat: string): Promise<Visitor> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 800;
  if (isPhone) return comesIn(page, url, chat);
  await page.goto(url);
  return new Visitor(page, chat, await chatFrame(page));
}

/** What the shop's page stores for the chat. */
function kept(page: Page): Promise<string> {
  return page.evaluate((name) => localStorage.getItem(name) ?? "", KEY);
}

/** Makes every stored value 504,000,000 ms older. */
function turnBack(key: string): void {
  const values: Record<string, string> = JSON.parse(localStorage.getItem(key) ?? "{}");
  for (const [name, text] of Object.entries(values)) {
    const value = JSON.parse(text);
    values[name] = JSON.stringify({ ...value, start: value.start - 504_000_000 });
  }
  localStorage.setItem(key, JSON.stringify(values));
}

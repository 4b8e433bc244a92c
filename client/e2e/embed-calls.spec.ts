/** The widget's calls and events that the other files do not test, in a page of another origin. */
import { AgentCalls } from "./agentCalls";
import { openShop } from "./shop";
import { Visitor } from "./visitor";
import { chatFrame, expect, heard, launcher, test, visitShop } from "./widget";

test("the page opens and closes the chat, and hides and shows the launcher", async ({ shop, open }) => {
  const page = await open();
  await visitShop(page, shop.url);

  await page.evaluate("Frontdesk.toggle()");
  const chat = await chatFrame(page);
  await expect(chat.getByRole("log")).toBeVisible();
  await page.evaluate("Frontdesk.toggle()");
  await expect.poll(() => heard(page)).toContain("close");
  await page.evaluate("Frontdesk.open()");
  await expect.poll(async () => (await heard(page)).filter((one) => one === "open").length).toBe(2);

  await page.evaluate("Frontdesk.hide()");
  await expect.poll(() => launcher(page)).toBeUndefined();
  await expect.poll(async () => (await heard(page)).filter((one) => one === "close").length).toBe(2);
  await page.evaluate("Frontdesk.show()");
  await expect.poll(() => launcher(page)).toBe("Chat");
});

test("the chat offers the product on the page, and follows the page when it changes", async ({
  server,
  shop,
  open,
}) => {
  const page = await open();
  await visitShop(page, shop.url);
  await page.evaluate(`Frontdesk.push(["setCard", { title: "Olive tree", price: "49 €" }], ["open"])`);
  const anna = new Visitor(page, server.url, await chatFrame(page));
  await anna.sees("Olive tree");

  await page.evaluate(`Frontdesk.setCard({ title: "Lemon tree", price: "59 €" })`);
  await anna.sees("Lemon tree");
  await anna.seesNot("Olive tree");

  await page.evaluate("Frontdesk.setCard()");
  await anna.seesNot("Lemon tree");
});

// [ID-12]
test("the product on the page reaches the agent as the shop described it", async ({
  server,
  shop,
  open,
  agent,
}) => {
  await agent("mia", 1);
  const calls = await AgentCalls.signIn(server.url, "mia");
  const page = await open();
  await visitShop(page, shop.url);
  const card = {
    title: "Olive tree",
    desc: "In a pot",
    price: "49 €",
    picture: "",
    url: `${shop.url}/olive`,
  };
  await page.evaluate(`Frontdesk.push(["setCard", ${JSON.stringify(card)}], ["open"])`);
  const anna = new Visitor(page, server.url, await chatFrame(page));

  await anna.chat.getByRole("button", { name: "Send to agent" }).click();
  await anna.isConnectedTo("Mia");

  await expect.poll(() => calls.cards()).toEqual([card]);
});

test("a removed listener hears nothing, the others do", async ({ shop, open }) => {
  const page = await open();
  await visitShop(page, shop.url);
  await page.evaluate(`{
    window.told = [];
    const away = Frontdesk.on("open", () => told.push("first"));
    const second = () => told.push("second");
    Frontdesk.on("open", second);
    Frontdesk.on("status", (status) => told.push(status));
    away();
    Frontdesk.off("open", second);
    Frontdesk.open();
  }`);

  await expect.poll(() => page.evaluate("told")).toEqual(["robot"]);
  expect(await heard(page)).toContain("open");
});

test("a shop that names an unknown channel hears an error", async ({ server, open }) => {
  const shop = await openShop(server.url, { channel: "nowhere" });
  const page = await open();
  await visitShop(page, shop.url);

  await page.evaluate("Frontdesk.open()");

  await expect.poll(() => heard(page)).toContain("error missing");
  await shop.close();
});

/** What the shop's page hears of a chat for its analytics, and what the agent sees of the page. */
import { openShop } from "./shop";
import { Visitor } from "./visitor";
import { chatFrame, expect, heard, test, visitShop } from "./widget";

const STEPS = ["chatStarted", "messageSent", "messageReceived", "queued", "agentAssigned", "rated", "ended"];

test("the shop counts the steps of a chat, once also over several pages, and the agent sees the page", async ({
  server,
  open,
  agent,
}) => {
  const script = `for (const step of ${JSON.stringify(STEPS)})
    Frontdesk.push(["on", step, (value) => heard.push(value === undefined ? step : step + " " + value)]);
    Frontdesk.push(["setContext", { Cart: "2 ferns", Secret: { nested: true } }]);`;
  const shop = await openShop(server.url, { script });
  const page = await open();
  await visitShop(page, `${shop.url}fern?private=1`);
  const steps = async () => (await heard(page)).filter((one) => STEPS.includes(one.split(" ")[0] ?? ""));

  await page.evaluate("Frontdesk.open()");
  const anna = new Visitor(page, server.url, await chatFrame(page));
  await expect.poll(steps).toContain("chatStarted");
  await anna.write("Do you sell ferns?");
  await expect.poll(steps).toContain("messageSent");
  await expect.poll(steps).toContain("messageReceived robot");

  const mia = await agent("mia", 1);
  await anna.askForAgent();
  await anna.isConnectedTo("Mia");
  await expect.poll(steps).toContain("agentAssigned");
  await mia.open();
  const facts = mia.page.getByRole("complementary", { name: "About the visitor" });
  await expect(facts.getByRole("link", { name: "Another shop" })).toHaveCount(2);
  await expect(facts.getByText("2 ferns")).toBeVisible();
  await expect(facts.getByText("Secret")).toHaveCount(0);
  // The page where the chat began, and the newest of the pages seen.
  for (const link of await facts.getByRole("link", { name: "Another shop" }).all())
    await expect(link).toHaveAttribute("href", `${shop.url}fern`);
  await mia.write("Yes, many.");
  await expect.poll(steps).toContain("messageReceived agent");

  await visitShop(page, `${shop.url}moss`);
  await chatFrame(page);
  await expect.poll(() => heard(page)).toContain("status agent");
  expect(await steps()).toEqual([]);
  await mia.ends();
  await expect.poll(steps).toEqual(["ended"]);
  await shop.close();
});

/** What the shop's own system knows of a customer: set up in the administration, shown at the desk. */
import { createHmac } from "node:crypto";
import { Administration } from "./administration";
import { type CustomerSystem, openCustomerSystem } from "./endpoint";
import { test as base, expect } from "./fixtures";
import { flip } from "./flip";
import { passwordOf, startServer } from "./server";

const SECRET = "the-identity-secret-of-the-demo";

const test = base.extend<{ system: CustomerSystem }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  system: async ({}, use) => {
    const system = await openCustomerSystem();
    await use(system);
    await system.close();
  },
  server: async ({ system }, use) => {
    const server = await startServer([system.host]);
    await use(server);
    await server.remove();
  },
});

test("an agent sees what the shop knows of a customer whom it identified", async ({
  server,
  system,
  open,
  agent,
  visitor,
}) => {
  const admin = await Administration.of(server.url);
  const channel = await admin.call("channels/get", { channelId: "demo" });
  await admin.call("channels/put", { ...channel, identitySecret: SECRET });

  const page = await open();
  await page.goto(`${server.url}/desk/admin/connections/customer`);
  await page.locator('input[name="account"]').fill("admin");
  await page.locator('input[name="password"]').fill(passwordOf(server.url, "admin"));
  await page.locator('button[type="submit"]').click();
  await flip(page, "Ask your system about customers");
  await page.getByRole("textbox", { name: "Address" }).fill(`http://${system.host}/customer`);
  await page.getByRole("button", { name: "Make a new one" }).click();
  await page.getByRole("textbox", { name: "Id of a customer" }).fill("4711");
  await page.getByRole("button", { name: "Try it" }).click();
  await expect(page.getByText("It answered after")).toBeVisible();
  await expect(page.getByText("customer 4711")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("A secret is set")).toBeVisible();

  const mia = await agent("mia", 2);
  const hash = createHmac("sha256", SECRET).update("4711").digest("hex");
  const ann = await visitor(`demo&locale=en&userId=4711&userName=Ann&userHash=${hash}`);
  await ann.askForAgent();
  await ann.isConnectedTo("Mia");
  const before = system.asked();
  await mia.open("Ann");
  const known = mia.page.getByRole("region", { name: "From the shop's system" });
  await expect(known.getByText("customer 4711")).toBeVisible();
  await expect(known.getByRole("link", { name: "In the shop" })).toHaveAttribute(
    "href",
    "https://shop.example.com/4711",
  );
  expect(system.asked()).toBe(before + 1);

  system.fails(true);
  await known.getByRole("button", { name: "Ask again" }).click();
  await expect(known.getByRole("alert")).toHaveText(/The shop's system failed\./);
  system.fails(false);
  await known.getByRole("button", { name: "Try again" }).click();
  await expect(known.getByText("customer 4711")).toBeVisible();

  const asked = system.asked();
  const stranger = await visitor("demo&locale=en&userName=Stranger");
  await stranger.askForAgent();
  await stranger.isConnectedTo("Mia");
  await mia.open("Stranger");
  await expect(known.getByText("The shop did not identify this visitor.")).toBeVisible();
  expect(system.asked()).toBe(asked);
});

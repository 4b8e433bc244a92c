/** The pictures of the README: the widget in a shop's page, the chat on a phone, the agents' desk. */
import { devices } from "@playwright/test";
import { Visitor } from "../e2e/visitor";
import { chatFrame, expect, pressLauncher, test } from "../e2e/widget";
import { take } from "./take";

test("the widget in a shop's page", async ({ open, server }) => {
  const page = await open({ viewport: { width: 1120, height: 700 } });
  await page.goto(`${server.url}/demo/`);
  await expect(page.locator("frontdesk-chat, script[data-channel-id]").first()).toBeAttached();
  await pressLauncher(page);
  const anna = new Visitor(page, server.url, await chatFrame(page));
  await anna.write("Can I return a plant?");
  await expect(anna.log.getByRole("button", { name: "Helpful", exact: true }).last()).toBeVisible();

  await take(page, "widget");
});

test("the chat on a phone", async ({ visitor, agent }) => {
  const mia = await agent("mia", 1);
  const anna = await visitor("demo", { ...devices["Pixel 7"], viewport: { width: 390, height: 760 } });
  await anna.askForAgent();
  await anna.isConnectedTo("Mia");
  await mia.open();
  await anna.write("The leaves of my fern turn brown at the tips");
  await mia.write("That is mostly dry air. Do you have it near a radiator?");
  await anna.sees(/near a radiator/);
  await anna.write("Yes, right above one");
  await mia.write("Move it a metre away and mist it in the morning. It will thank you within two weeks.");
  await anna.sees(/within two weeks/);

  await take(anna.page, "phone");
});

test("the agents' desk", async ({ queue }) => {
  const { anna, ben, mia } = await queue();
  await mia.open();
  await anna.write("My order arrived with a cracked pot. Can you send a new one?");
  await mia.write("I am sorry to hear that. Of course: a new pot leaves our shop today.");
  await anna.sees(/leaves our shop today/);
  await anna.write("That is quick, thank you!");
  await expect(mia.log.getByText("That is quick, thank you!")).toBeVisible();
  await ben.isWaitingAt(1);

  await take(mia.page, "desk");
});

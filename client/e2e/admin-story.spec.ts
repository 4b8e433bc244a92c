import { enterCode, isAtTheDesk, openAccount, setUpTotp, signIn, totp } from "./account";
import { Agent } from "./agent";
import { expect, test } from "./fixtures";
import { Owner, PASSWORD } from "./owner";
import { setupLinkOf, startServer } from "./server";
import { openShop } from "./shop";
import { Visitor } from "./visitor";
import { chatFrame, pressLauncher, visitShop } from "./widget";

test.use({ actionTimeout: 10_000 });

test("a shop sets itself up, and answers its first visitor", async ({ open }) => {
  test.setTimeout(240_000);
  const server = await startServer([], "none");
  const { url } = server;
  const ada = new Owner(await open({ viewport: { width: 1440, height: 900 } }), url);
  await ada.setUp(await setupLinkOf(url));

  await test.step("three answers", async () => {
    await ada.writesAnswer("How long does delivery take?", "Two working days.");
    await ada.writesAnswer("Can I return a plant?", "Yes, within 30 days.");
    await ada.writesAnswer("How can I pay?", "By card or invoice.");
    await ada.hasDone("Write three answers");
  });

  await test.step("colours", async () => {
    await ada.choosesColour("#7a1f5d");
    await ada.hasDone("Write three answers", "Choose your colours");
  });

  const shop = await openShop(url, { channel: "moss-bark" });
  const page = await open({ viewport: { width: 1280, height: 800 } });
  const anna = await test.step("the chat is in a page of another origin", async () => {
    await visitShop(page, shop.url);
    await pressLauncher(page);
    const visitor = new Visitor(page, url, await chatFrame(page));
    await visitor.write("How long does delivery take?");
    await visitor.sees("Two working days.");
    await ada.hasDone("Write three answers", "Choose your colours", "Put it on your page", "Try it");
    return visitor;
  });

  const ben = await test.step("a colleague joins by the link, in another browser", async () => {
    const link = await ada.invites("ben", "Ben");
    const agent = new Agent(await open({ viewport: { width: 1280, height: 800 } }), url);
    await agent.page.goto(link);
    await agent.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await agent.page.getByLabel("Password once more").fill(PASSWORD);
    await agent.page.getByRole("button", { name: "Save and start" }).click();
    await agent.goOnline(1);
    return agent;
  });

  await test.step("a flow is drawn, and the visitor's sentence starts it", async () => {
    await ada.drawsFlow("Opening hours", "When are you open?", "Every day from nine to six.");
    await anna.write("When are you open?");
    await anna.sees("Every day from nine to six.");
  });

  await test.step("the visitor talks with the agent", async () => {
    await anna.askForAgent();
    await anna.isConnectedTo("Ben");
    await ben.open();
    await anna.write("Do you have moss?");
    await ben.write("Plenty of it.");
    await anna.sees("Plenty of it.");
  });

  await test.step("the colleague signs in with a second step", async () => {
    await openAccount(ben.page);
    const { secret } = await setUpTotp(ben.page, PASSWORD);
    await ben.page.getByRole("button", { name: "Sign out", exact: true }).click();
    await signIn(ben.page, "ben", PASSWORD);
    await enterCode(ben.page, totp(secret, 1));
    await isAtTheDesk(ben.page);
  });

  await test.step("the audit log has it all", async () => {
    const log = await ada.auditLog();
    for (const entry of ENTRIES) expect(log).toMatch(entry);
  });
  await shop.close();
  await server.remove();
});

/** What the story changed: who, what they did, and about what. */
const ENTRIES = [
  /Ada\s+Saved\s+Document/,
  /Ada\s+Saved\s+Channel/,
  /Ada\s+Made a link\s+Agent\s+Ben/,
  /Ben\s+Saved\s+Agent\s+Ben\s+password/,
  /Ada\s+Saved\s+Flow/,
  /Ben\s+Saved\s+Agent\s+Ben\s+totp/,
];

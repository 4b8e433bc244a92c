/** Six people in their own browsers: three visitors, two agents and a supervisor. */
import { AxeBuilder } from "@axe-core/playwright";
import { Administration } from "./administration";
import { Agent } from "./agent";
import { expect, test } from "./fixtures";
import { Visitor } from "./visitor";

const KEEP = "Keep my place on another device";

test("a killed browser's visitor is rescued, a ticket keeps a place, and the supervisor takes over", async ({
  server,
  visitor,
  agent,
  open,
  browser,
}) => {
  // A desk without a sign of life is away after half a minute.
  test.setTimeout(240_000);
  const admin = await Administration.of(server.url);
  await admin.change("tenant", { service: { acceptTime: 1 } });
  // Who is busy gets no visitors, and hears of rescues.
  const lin = await agent("lin");
  await lin.setStatus("busy");
  await lin.page.goto(`${server.url}/desk/wall`);
  await expect(lin.page.getByRole("heading", { name: "Wall" })).toBeVisible();

  // Jonas serves Ben.
  const jonas = await agent("jonas", 1);
  const [anna, ben, cleo] = [await visitor(), await visitor(), await visitor()];
  await ben.askForAgent();
  await ben.isConnectedTo("Jonas");
  await jonas.open();
  await jonas.write("Hello Ben");
  await ben.sees("Hello Ben");

  // Mia gets Anna, and her browser dies before she opens the conversation.
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const mia = new Agent(await context.newPage(), server.url);
  await mia.signIn("mia");
  await mia.goOnline(1);
  await anna.askForAgent();
  await anna.isConnectedTo("Mia");
  await context.close();
  await cleo.askForAgent();

  // Anna is in the queue again, before Cleo, and both read the truth.
  await expect(anna.queue.getByRole("status")).toHaveText("1", { timeout: 60_000 });
  await anna.sees(/Mia is away for a moment. You keep your place/);
  await cleo.isWaitingAt(2);
  const told = lin.page.getByRole("region", { name: "Groups" });
  await expect(told.getByText("The visitor is back in the queue and keeps the place.")).toBeVisible();

  // Jonas serves Anna, and is told why.
  await jonas.ends();
  await anna.isConnectedTo("Jonas");
  await cleo.isWaitingAt(1);
  await jonas.open();
  await expect(jonas.page.getByRole("complementary", { name: "Why you have this visitor" })).toContainText(
    "They kept their place",
  );
  await jonas.write("Sorry for the wait");
  await anna.sees("Sorry for the wait");

  // A ticket on a phone keeps Cleo's place, also after kill -9.
  await cleo.queue.getByRole("button", { name: KEEP }).click();
  const link = await cleo.page.getByRole("textbox", { name: KEEP }).inputValue();
  await server.kill();
  await server.restart();
  const phone = new Visitor(await open({ viewport: { width: 390, height: 844 } }), server.url);
  await phone.page.goto(link);
  await phone.isWaitingAt(1);
  await expect(cleo.page.getByText("Your session opens in a new window!")).toBeVisible();
  await expect(cleo.page.getByRole("dialog")).toHaveCount(0);

  // The supervisor reads along, whispers, and takes over.
  await lin.page.getByRole("button", { name: /Jonas/ }).click();
  await lin.page.getByRole("dialog", { name: "Jonas" }).getByRole("link").click();
  await lin.sees("Sorry for the wait");
  await anna.write("Where is my parcel?");
  await lin.sees("Where is my parcel?");
  await lin.page.getByRole("textbox", { name: /^Whisper/ }).fill("Offer free shipping");
  await lin.page.keyboard.press("Enter");
  await jonas.sees("Offer free shipping");
  await expect(anna.log.getByText("Offer free shipping")).toHaveCount(0);
  await lin.page.getByRole("button", { name: "Take over" }).click();
  await anna.isConnectedTo("Lin");
  await lin.write("I take care of it");
  await anna.sees("I take care of it");
  await phone.isConnectedTo("Jonas");
  await lin.ends();
  await jonas.open();
  await jonas.write("Hello Cleo");
  await phone.sees("Hello Cleo");
  await jonas.ends();

  // The report counts exactly that.
  await lin.page.goto(`${server.url}/desk/reports`);
  const words = lin.page.getByRole("region", { name: "In words" });
  await expect(words).toContainText("3 conversations ended, 3 with a wish for an agent.");
  const totals = lin.page.getByRole("region", { name: "Numbers of the period" });
  await expect(totals.getByRole("listitem").filter({ hasText: "Rescues" })).toContainText(/^Rescues1/);
  await expect(totals.getByRole("listitem").filter({ hasText: "Without an agent" })).toContainText(
    "0 nobody there, 0 left",
  );
  const axe = await new AxeBuilder({ page: lin.page }).analyze();
  expect(axe.violations).toEqual([]);
  await lin.page.getByRole("tab", { name: "Agent" }).click();
  for (const [nick, conversations] of [
    ["Jonas", 3],
    ["Lin", 1],
    ["Mia", 1],
  ] as const) {
    await lin.page.getByRole("button", { name: nick }).click();
    const list = lin.page.getByRole("dialog", { name: nick });
    await expect(list.getByRole("link")).toHaveCount(conversations);
    await list.getByRole("button", { name: "Close" }).click();
  }
});

test("an agent who goes offline chooses who gets the open conversations", async ({ talk, agent }) => {
  const { anna, mia } = await talk();
  await agent("lin", 2);

  await mia.page.getByRole("combobox", { name: "Status" }).selectOption("offline");
  await mia.page.getByRole("radio", { name: "To Lin" }).check();
  await mia.page.getByRole("dialog").getByRole("button", { name: "Go offline" }).click();

  await anna.isConnectedTo("Lin");
  await expect(mia.page.getByRole("combobox", { name: "Status" })).toHaveValue("offline");
});

test("the wall is for supervisors, and sound for a screen reader", async ({ server, talk, agent }) => {
  const { mia } = await talk();
  await mia.page.goto(`${server.url}/desk/wall`);
  await expect(mia.page.getByText("For supervisors")).toBeVisible();

  const lin = await agent("lin");
  await lin.page.goto(`${server.url}/desk/wall`);
  await expect(lin.page.getByRole("button", { name: /Mia/ })).toContainText("1/1");
  const axe = await new AxeBuilder({ page: lin.page }).analyze();

  expect(axe.violations).toEqual([]);
});

test("a supervisor at the desk hears of a threshold, and the notice leads to the wall", async ({
  server,
  visitor,
  agent,
}) => {
  const admin = await Administration.of(server.url);
  await admin.change("tenant", { wall: { waiting: 1 } });
  const mia = await agent("mia", 1);
  await mia.setStatus("busy");
  const lin = await agent("lin");
  const anna = await visitor();
  await anna.askForAgent();

  // The server looks for the first time half a minute after its start.
  const told = lin.page.getByRole("region", { name: "Needs attention" });
  await expect(told.getByText(/1 visitor waits$/)).toBeVisible({ timeout: 60_000 });
  const axe = await new AxeBuilder({ page: lin.page }).analyze();
  expect(axe.violations).toEqual([]);
  await expect(mia.page.getByRole("region", { name: "Needs attention" })).toHaveCount(0);
  await told.getByRole("link", { name: "Open the wall" }).click();

  await expect(lin.page.getByRole("list", { name: "Needs attention" })).toContainText("1 visitor waits");
  await expect(told).toHaveCount(0);
});

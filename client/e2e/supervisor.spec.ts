/** Six people in their own browsers: three visitors, two agents and a supervisor. */
import { AxeBuilder } from "@axe-core/playwright";
import { Administration } from "./administration";
import { Agent } from "./agent";
import { expect, test } from "./fixtures";
import { Visitor } from "./visitor";

test("a killed browser's visitor is rescued, and the supervisor sees, whispers and takes over", async ({
  server,
  visitor,
  agent,
  browser,
}) => {
  const admin = await Administration.of(server.url);
  await admin.change("tenant", { service: { acceptTime: 0.1, agentAwayTime: 0.1 } });
  // Who is busy gets no visitors, and hears of rescues.
  const lin = await agent("lin");
  await lin.setStatus("busy");
  await lin.page.goto(`${server.url}/desk/wall`);
  await expect(lin.page.getByRole("heading", { name: "Wall" })).toBeVisible();

  // Mia alone is online, gets Anna, and her browser dies before she opens the conversation.
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const mia = new Agent(await context.newPage(), server.url);
  await mia.signIn("mia");
  await mia.goOnline(1);
  const anna = await visitor();
  await anna.askForAgent();
  await anna.isConnectedTo("Mia");
  await context.close();
  const jonas = await agent("jonas", 3);

  // Jonas serves her within the time, and is told why.
  await expect(anna.chat.getByRole("heading", { level: 1, name: "Jonas" })).toBeVisible({ timeout: 40_000 });
  await jonas.open();
  await expect(jonas.page.getByRole("complementary", { name: "Why you have this visitor" })).toContainText(
    "They kept their place",
  );
  await jonas.write("Sorry for the wait");
  await anna.sees("Sorry for the wait");
  await expect(lin.page.getByRole("list").filter({ hasText: "A colleague has the visitor." })).toBeVisible();

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
  await lin.setStatus("online");
  await lin.page.getByRole("button", { name: "Take over" }).click();
  await anna.isConnectedTo("Lin");
  await lin.write("I take care of it");
  await anna.sees("I take care of it");
  await lin.ends();

  // The report counts exactly that.
  await lin.page.goto(`${server.url}/desk/reports`);
  const words = lin.page.getByRole("region", { name: "In words" });
  await expect(words).toContainText("1 conversation ended, 1 with a wish for an agent.");
  const axe = await new AxeBuilder({ page: lin.page }).analyze();
  expect(axe.violations).toEqual([]);
  await lin.page.getByRole("tab", { name: "Agent" }).click();
  await lin.page.getByRole("button", { name: "Jonas" }).click();
  await expect(lin.page.getByRole("dialog", { name: "Jonas" }).getByRole("link")).toHaveCount(1);
});

test("a ticket opened on a phone keeps the place, also after kill -9", async ({ server, queue, open }) => {
  const { ben, cleo, mia } = await queue();

  await ben.queue.getByRole("button", { name: "Keep my place on another device" }).click();
  const link = await ben.page.getByRole("textbox", { name: "Link" }).inputValue();
  await server.kill();
  await server.restart();
  const phone = new Visitor(await open({ viewport: { width: 390, height: 844 } }), server.url);
  await phone.page.goto(link);

  await phone.isWaitingAt(1);
  await expect(ben.page.getByText(/opened in another window/i)).toBeVisible();
  await cleo.isWaitingAt(2);
  await mia.open();
  await mia.ends();
  await phone.isConnectedTo("Mia");
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

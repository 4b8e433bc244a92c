/** What agents and supervisors read when a conversation changes hands. */
import { Administration } from "./administration";
import { expect, test } from "./fixtures";
import { Visitor } from "./visitor";

const KEEP = "Keep my place on another device";

test("an agent who lets a visitor pass, or goes offline, reads what happened", async ({
  server,
  visitor,
  agent,
}) => {
  const admin = await Administration.of(server.url);
  await admin.change("tenant", { service: { acceptTime: 0.4 } });
  const mia = await agent("mia", 1);
  const [anna, ben] = [await visitor(), await visitor()];
  await anna.askForAgent();
  await anna.isConnectedTo("Mia");
  const jonas = await agent("jonas", 1);

  // Mia does not open it.
  await expect(mia.conversations.first()).toContainText("Passed on", { timeout: 60_000 });
  await jonas.open();
  await mia.conversations.first().click();
  await expect(mia.page.getByText(/^You did not open the conversation in time\./)).toBeVisible();
  await expect(mia.page.getByText("The visitor ended the conversation.")).toHaveCount(0);
  await mia.page.getByRole("button", { name: "Dismiss" }).click();
  await jonas.write("Hello Anna");

  // A supervisor sets Mia offline.
  await ben.askForAgent();
  await ben.isConnectedTo("Mia");
  await mia.open();
  await mia.write("Hello Ben");
  const lin = await agent("lin");
  await lin.page.goto(`${server.url}/desk/wall`);
  await lin.page.getByRole("button", { name: /Mia/ }).click();
  await lin.page.getByRole("combobox", { name: "Status" }).selectOption("offline");
  await expect(lin.page.getByText(/^The open conversation of Mia goes back to the queue/)).toBeVisible();
  await lin.page.getByRole("button", { name: "Set offline" }).click();
  await expect(mia.page.getByText(/^You were set offline by a supervisor/)).toHaveCount(2);
  await expect(mia.page.getByText(/by a supervisor.* The visitor waits in the queue again\.$/)).toBeVisible();

  // The supervisor hands the waiting visitor on.
  await lin.page.getByRole("button", { name: "Close" }).click();
  await lin.page.getByRole("button", { name: "All agents" }).click();
  await lin.page.getByRole("dialog", { name: "All agents" }).getByRole("link").click();
  await lin.page.getByRole("button", { name: "Hand over" }).click();
  const receiver = lin.page.getByRole("form", { name: "Hand over" });
  await expect(receiver.getByRole("combobox")).toContainText("Sales");
  await receiver.getByRole("button", { name: "Cancel" }).click();
  await lin.page.getByRole("button", { name: "End", exact: true }).click();
  await lin.page.getByRole("button", { name: "End conversation" }).click();
  await expect(lin.page.getByRole("heading", { name: "Wall" })).toBeVisible();
  await expect(ben.queue).toHaveCount(0);
});

test("a used-up ticket says so before a new chat, and the old page shows no place any more @phone", async ({
  server,
  queue,
  open,
}) => {
  const { ben, cleo } = await queue();
  const keep = cleo.queue.getByRole("button", { name: KEEP });
  const card = await cleo.queue.boundingBox();
  const button = await keep.boundingBox();
  expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThan((card?.x ?? 0) + (card?.width ?? 0));
  await keep.click();
  const link = await cleo.page.getByRole("textbox", { name: KEEP }).inputValue();

  const phone = new Visitor(await open({ viewport: { width: 390, height: 844 } }), server.url);
  await phone.page.goto(link);
  await phone.isWaitingAt(2);
  await expect(cleo.page.getByText("This page no longer receives messages.")).toBeVisible();
  await expect(cleo.queue).toHaveCount(0);
  await expect(cleo.page.getByRole("button", { name: "Leave the queue" })).toHaveCount(0);

  await phone.queue.getByRole("button", { name: "Leave the queue" }).click();
  await expect(phone.queue).toHaveCount(0);
  await ben.isWaitingAt(1);
  await phone.page.goto("about:blank");
  await phone.page.goto(link);
  await expect(phone.page.getByRole("alert")).toContainText(
    "This link no longer keeps a place in the queue.",
  );
  await expect(phone.page.getByRole("textbox", { name: /message/i })).toHaveCount(0);
  await phone.page.getByRole("button", { name: "Start a new chat" }).click();
  await expect(phone.composer).toBeVisible();
});

/** Left messages and work orders as one room of the desk: two agents plan and change the same ones. */
import { isSound } from "./access";
import { expect, test } from "./fixtures";

test("two agents plan what visitors left, see each other's changes and change several at once", async ({
  open,
  server,
  agent,
}) => {
  const mia = await agent("mia");
  const lin = await agent("lin");
  const page = await open();
  for (const name of ["Ann Baker", "Ben Cole"]) {
    await page.goto(`${server.url}/chat_online/leaveMsg?channelId=demo-leave-message&tenantId=demo`);
    await page.getByRole("textbox", { name: /^Contact name/ }).fill(name);
    await page.getByRole("textbox", { name: /^Message content/ }).fill(`${name} asks for blue pots.`);
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(page.getByRole("heading", { name: "Submit successfully !" })).toBeFocused();
  }

  // Lin gives the message to Mia, who sees it at once, unread and overdue.
  for (const desk of [mia, lin]) await desk.page.getByRole("tab", { name: /^Left/ }).click();
  const row = (desk: typeof mia, name: string) =>
    desk.page.getByRole("row").filter({ has: desk.page.getByRole("link", { name: new RegExp(name) }) });
  await lin.page.getByRole("link", { name: /Message from Ann Baker/ }).click();
  const pane = lin.page.getByRole("main");
  await pane.getByRole("combobox", { name: "Assigned to" }).selectOption("Mia");
  await expect(row(mia, "Ann Baker").getByText("Mia (me)")).toBeVisible();
  await expect(row(mia, "Ann Baker").getByRole("img", { name: "New for you" })).toBeVisible();
  await pane.getByRole("combobox", { name: "Priority" }).selectOption("Urgent");
  await expect(row(mia, "Ann Baker").getByText("Urgent")).toBeVisible();
  await pane.getByLabel("Due").fill("2026-01-02T09:30");
  await pane.getByLabel("Due").press("Enter");
  await expect(mia.page.getByText("Due now: what Ann Baker left.")).toBeVisible();
  await expect(row(mia, "Ann Baker").getByText("Overdue")).toBeVisible();

  // A note reaches the other agent and never the visitor.
  await pane.getByRole("textbox", { name: "Note that only agents see" }).fill("A friend of the shop.");
  await pane.getByRole("button", { name: "Save note" }).click();
  await mia.page.getByRole("link", { name: /Message from Ann Baker/ }).click();
  await expect(mia.page.getByRole("main").getByText("A friend of the shop.")).toBeVisible();
  await expect(row(mia, "Ann Baker").getByRole("img", { name: "New for you" })).toHaveCount(0);
  await isSound(mia.page, "an item and its note");

  // Several at once, by keys.
  await lin.page.getByRole("button", { name: "Back to the lists" }).click();
  await lin.page.getByRole("link", { name: /Ben Cole/ }).focus();
  await lin.page.keyboard.press("x");
  await expect(lin.page.getByText("1 chosen")).toBeVisible();
  await lin.page.keyboard.press("Control+a");
  const bar = lin.page.getByRole("region", { name: "Change all chosen" });
  await isSound(lin.page, "several items");
  await bar.getByRole("combobox", { name: "Status" }).selectOption("Resolved");
  await expect(lin.page.getByText("Nothing is waiting")).toBeVisible();
  await expect(mia.page.getByRole("tab", { name: "Left 0" })).toBeVisible();

  // A view of Lin's own, after a reload too.
  await lin.page.getByRole("tab", { name: "Done" }).click();
  await lin.page.getByRole("button", { name: /^Filters/ }).click();
  await lin.page.getByRole("combobox", { name: "Priority" }).first().selectOption("Urgent");
  await expect(lin.page.getByRole("link", { name: /Ben Cole/ })).toHaveCount(0);
  await lin.page.getByRole("button", { name: "Save these filters as a view" }).click();
  await lin.page.getByRole("textbox", { name: /Name of the view/ }).fill("Old fires");
  await lin.page.getByRole("checkbox", { name: "For all agents" }).check();
  await lin.page.getByRole("button", { name: "Save view" }).click();
  await expect(lin.page.getByRole("tab", { name: "Old fires" })).toBeVisible();
  await mia.page.reload();
  await mia.page.getByRole("tab", { name: /^Left/ }).click();
  await mia.page.getByRole("tab", { name: "Old fires" }).click();
  await expect(mia.page.getByRole("link", { name: /Ann Baker/ })).toBeVisible();
});

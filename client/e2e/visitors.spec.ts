/** What agents do about visitors: two agents and two visitors, each in their own browser. */
import type { Page } from "@playwright/test";
import { Administration } from "./administration";
import { expect, test } from "./fixtures";

/** The panel is a column from 1200 px on. */
const WIDE = { width: 1440, height: 900 };

const panelOf = (page: Page) => page.getByRole("complementary", { name: "About the visitor" });

test("an agent watches the robot and steps in, a corrected name shows at the other, and a block holds", async ({
  server,
  agent,
  visitor,
}) => {
  const mia = await agent("mia", 3);
  const lin = await agent("lin", 3);
  for (const one of [mia, lin]) await one.page.setViewportSize(WIDE);
  const ann = await visitor("demo&locale=en&userName=Ann");
  const ben = await visitor("demo&locale=en&userName=Ben");

  // Both agents watch Ann, who talks with the robot.
  for (const one of [mia, lin]) {
    await one.page.getByRole("tab", { name: "Robot" }).click();
    await one.page.getByRole("tabpanel").getByRole("link", { name: /Ann/ }).click();
    await expect(one.page.getByText("You are watching the robot.")).toBeVisible();
  }
  await ann.write("How fast do you ship?");
  for (const one of [mia, lin]) await one.sees("How fast do you ship?");
  await expect(ann.chat.getByRole("heading", { level: 1, name: "Mia" })).toHaveCount(0);

  // Mia steps in: Ann sees her card, and Lin only reads along.
  await mia.page.getByRole("button", { name: "Step in" }).click();
  await ann.isConnectedTo("Mia");
  await expect(lin.page.getByText("You read this conversation live.")).toBeVisible();
  await mia.write("Hello, this is Mia");
  await ann.sees("Hello, this is Mia");

  // Mia corrects the name. Lin, who still reads the conversation, sees it at once.
  const panel = panelOf(mia.page);
  await panel.getByRole("button", { name: "Edit name and contact" }).click();
  await panel.getByRole("textbox", { name: "Name" }).fill("Ann Baker");
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(mia.page.getByRole("heading", { level: 2, name: "Ann Baker" })).toBeVisible();
  await expect(panelOf(lin.page).getByText("Ann Baker")).toBeVisible();

  // Mia blocks Ann. The conversation ends, and Ann does not get in again; Ben does.
  await panel.getByRole("button", { name: "Block visitor" }).click();
  const dialog = mia.page.getByRole("dialog");
  await dialog.getByLabel("For how long").selectOption("week");
  await dialog.getByLabel(/Reason/).fill("Insults");
  await dialog.getByRole("button", { name: "Block", exact: true }).click();
  await expect(panel.getByText(/^Blocked until/)).toBeVisible();
  await ann.page.reload();
  await expect(ann.page.getByRole("alert")).toHaveText("You cannot use this chat at the moment.");
  await ben.write("And I?");
  await ben.sees("And I?");

  // An administrator lifts the block.
  const admin = await Administration.of(server.url);
  const { list } = await admin.call("blocks/list", {});
  expect(list).toMatchObject([{ userName: "Ann Baker", reason: "Insults", adminId: "mia" }]);
  const [{ userId }] = list as [{ userId: string }];
  await admin.call("blocks/delete", { userId });
  await ann.page.reload();
  await expect(ann.log).toBeVisible();
});

test("the sheet of the visitor on a phone covers the conversation and closes", async ({ agent, visitor }) => {
  const mia = await agent("mia", 1);
  const anna = await visitor("demo&locale=en&userName=Anna");
  await anna.askForAgent();
  await anna.isConnectedTo("Mia");
  await mia.open();
  await mia.page.setViewportSize({ width: 390, height: 844 });

  await mia.page.getByRole("button", { name: "About the visitor" }).click();
  await expect(panelOf(mia.page).getByText("This is the first conversation.")).toBeVisible();
  await mia.page.keyboard.press("Escape");

  await expect(panelOf(mia.page)).toBeHidden();
  await expect(mia.composer).toBeVisible();
});

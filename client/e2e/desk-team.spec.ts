/** Two agents on one conversation: tags, drafts, and a note that mentions a colleague. */
import { isSound } from "./access";
import { expect, test } from "./fixtures";

test("a tag by one agent shows at the other, and a mention reaches the colleague", async ({
  talk,
  agent,
}) => {
  const { anna, mia } = await talk();
  const lin = await agent("lin");

  // A note mentions the colleague, who hears of it.
  await mia.page.getByRole("button", { name: "Note for agents" }).click();
  const note = mia.page.getByRole("textbox", { name: "Note for agents" });
  await note.pressSequentially("@Li");
  await mia.page.getByRole("option", { name: "Lin", exact: true }).waitFor();
  await note.press("Enter");
  await note.pressSequentially("she asks for a refund");
  await note.press("Enter");
  await expect(mia.log.getByText("she asks for a refund")).toBeVisible();
  await lin.page.getByRole("button", { name: "Mentions, 1 unread" }).click();
  await lin.page.getByRole("button", { name: /Mia about/ }).click();
  await expect(lin.log.locator("strong", { hasText: "@Lin" })).toBeVisible();
  await expect(lin.page.getByRole("button", { name: "Mentions", exact: true })).toBeVisible();

  // The supervisor creates a tag; the conversation's agent sees it at once.
  await lin.page.getByRole("button", { name: "Add tag" }).click();
  await lin.page.getByRole("combobox", { name: "Add tag" }).fill("Refund");
  await lin.page.keyboard.press("Enter");
  await expect(mia.page.getByRole("list", { name: "Tags" }).getByText("Refund")).toBeVisible();
  await expect(mia.conversations.first()).toContainText("Refund");
  await isSound(mia.page, "tags and a note");
  await mia.page.getByRole("button", { name: "Remove the tag Refund" }).click();
  await expect(lin.page.getByRole("list", { name: "Tags" }).getByText("Refund")).toHaveCount(0);
  await expect(anna.log.getByText("refund")).toHaveCount(0);

  // The colleague steps in.
  await lin.setStatus("online");
  await lin.page.getByRole("button", { name: "Step in" }).click();
  await anna.isConnectedTo("Lin");
  await expect(lin.composer).toBeVisible();
});

test("a draft follows the agent to another browser and survives a reload", async ({ talk, agent }) => {
  const { anna, mia } = await talk();
  await mia.composer.pressSequentially("Half a thought");
  const there = await agent("mia");

  await expect(there.conversations.first()).toContainText("Draft");
  await there.open();
  await expect(there.composer).toHaveValue("Half a thought");
  await mia.page.reload();
  await expect(mia.composer).toHaveValue("Half a thought");

  await there.composer.press("End");
  await there.composer.pressSequentially(", finished");
  await there.composer.press("Enter");

  await anna.sees("Half a thought, finished");
  await expect(mia.composer).toHaveValue("");
  await mia.page.reload();
  await expect(mia.composer).toHaveValue("");
});

import { expect, test } from "./fixtures";

test("after the agent ends the chat the visitor rates it and starts again with the robot @phone", async ({
  talk,
}) => {
  const { anna, mia } = await talk();
  await mia.write("It was a pleasure");
  await anna.sees("It was a pleasure");

  await mia.ends();
  const bar = anna.chat.getByRole("region", { name: "This chat has ended" });
  await bar.getByRole("radio", { name: "4 stars" }).click({ force: true });
  const dialog = anna.chat.getByRole("dialog");
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(dialog).toBeHidden();

  await expect(mia.page.getByRole("img", { name: "Rated 4 stars of 5" })).toBeVisible();
  await anna.chat.getByRole("button", { name: "Start a new chat" }).click();
  await anna.write("How fast do you ship?");
  await anna.sees(/within one working day/);
  await anna.sees("It was a pleasure");
});

test("a visitor is asked for a rating as soon as the agent invites them", async ({ talk }) => {
  const { anna, mia } = await talk();

  await mia.page.getByRole("button", { name: "Invite to rate" }).click();

  const dialog = anna.chat.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("radio", { name: "5 stars" }).check({ force: true });
  await dialog.getByRole("button", { name: "Submit" }).click();
  await expect(dialog).toBeHidden();
});

test("the agent sees that the visitor ended the chat, and dismisses it", async ({ talk }) => {
  const { anna, mia } = await talk();

  await anna.chat.getByRole("button", { name: "End chat" }).click();
  await anna.chat.getByRole("dialog").getByRole("button", { name: "End chat" }).click();

  await expect(mia.page.getByText("The visitor ended the conversation.")).toBeVisible();
  await mia.page.getByRole("button", { name: "Dismiss" }).click();
  await expect(mia.conversations).toHaveCount(0);
});

test("a reload keeps the conversation as it was", async ({ talk }) => {
  const { anna, mia } = await talk();
  await mia.write("still here");
  await anna.sees("still here");

  await anna.page.reload();
  await mia.page.reload();

  await anna.isConnectedTo("Mia");
  await anna.sees("still here");
  await mia.sees("still here");
});

test("a second window takes over the chat, and the first can take it back", async ({ visitor }) => {
  const anna = await visitor();
  await anna.write("How fast do you ship?");
  await anna.sees(/within one working day/);

  const second = await anna.page.context().newPage();
  await second.goto(anna.page.url());

  await expect(anna.page.getByText("This page no longer receives messages.")).toBeVisible();
  await anna.page.getByRole("button", { name: "Continue here" }).click();
  await expect(second.getByText("This page no longer receives messages.")).toBeVisible();
});

import { expect, test } from "./fixtures";

test("a row shows the question that waits, not the greeting, also after a reload", async ({
  agent,
  visitor,
}) => {
  const mia = await agent("mia", 2);
  const anna = await visitor();
  await anna.write("Where is my parcel 4711?");
  await anna.askForAgent();
  await anna.isConnectedTo("Mia");
  const row = mia.conversations.first();

  for (const isAgain of [false, true]) {
    if (isAgain) await mia.page.reload();
    await expect(row).toContainText("Where is my parcel 4711?");
    await expect(row).toContainText(/waiting|\d:\d\d/i);
    await expect(row).not.toContainText("You:");
  }

  await mia.open();
  await mia.write("It arrives today.");
  await expect(row).toContainText("You: It arrives today.");
});

test("an offline agent reads why they cannot take a visitor, and goes online there", async ({
  agent,
  queue,
}) => {
  await queue();
  const lin = await agent("lin");
  const { page } = lin;
  await page.getByRole("tab", { name: /^Queue/ }).click();
  await page.getByRole("button", { name: /^Take next/ }).click();
  await expect(
    page.getByRole("status").getByText("You are offline. Go online to take visitors."),
  ).toBeVisible();
  const answer = page.waitForResponse(/setStatus/);
  await page.getByRole("tabpanel").getByRole("button", { name: "Go online" }).click();

  expect((await answer).status()).toBe(200);
});

test("a reload keeps the list, the search and a half-written answer", async ({ agent }) => {
  const { page } = await agent("mia");
  await page.getByRole("tab", { name: "Ended" }).click();
  await page.getByRole("searchbox", { name: "Search conversations" }).fill("parcel");

  await page.reload();

  await expect(page.getByRole("tab", { name: "Ended" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("searchbox", { name: "Search conversations" })).toHaveValue("parcel");
});

test("an address without a conversation leads back to the lists", async ({ agent, server }) => {
  const { page } = await agent("mia");
  await page.goto(`${server.url}/desk/talk/UNKNOWN`);
  await expect(page.getByText("There is no such conversation")).toBeVisible();
  await expect(page.getByText("NOWN")).toHaveCount(0);

  await page.getByRole("button", { name: "Back to the lists" }).click();

  await expect(page).toHaveURL(/\/desk\/$/);
});

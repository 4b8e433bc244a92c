import { expect, test } from "./fixtures";

test("a wrong password is refused without a hint", async ({ open, server }) => {
  const page = await open();
  await page.goto(`${server.url}/desk/`);
  for (const account of ["mia", "nobody"]) {
    await page.getByLabel("Account", { exact: true }).fill(account);
    await page.getByLabel("Password", { exact: true }).fill("wrong");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("alert")).toHaveText(
      "You cannot sign in with this account and password. Please check both, or ask your administrator.",
    );
  }
});

test("a reload keeps the agent signed in until they sign out", async ({ agent }) => {
  const mia = await agent("mia");
  await mia.page.reload();
  await expect(mia.page.getByRole("heading", { name: "Mia" })).toBeVisible();

  await mia.page.getByRole("button", { name: "More", exact: true }).click();
  await mia.page.getByRole("button", { name: "Sign out" }).click();
  await expect(mia.page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  await mia.page.reload();
  await expect(mia.page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
});

test("a conversation works by keyboard alone", async ({ agent, visitor }) => {
  const mia = await agent("mia", 1);
  const [anna, ben] = [await visitor(), await visitor()];
  await anna.askForAgent();
  await anna.isConnectedTo("Mia");
  await ben.askForAgent();
  await ben.isWaitingAt(1);
  const { keyboard } = mia.page;

  await keyboard.press("Control+ArrowDown");
  await expect(mia.composer).toBeFocused();
  await keyboard.type("by keyboard");
  await keyboard.press("Enter");
  await anna.sees("by keyboard");
  await keyboard.press("Control+k");
  await expect(mia.page.getByRole("combobox", { name: "Commands" })).toBeFocused();
  await keyboard.type("go offline");
  await keyboard.press("Enter");
  await expect(mia.page.getByRole("radio", { name: /^I finish them/ })).toBeFocused();
  await keyboard.press("Enter");

  await expect(mia.page.getByRole("combobox", { name: "Status" })).toHaveValue("offline");
});

test("a colleague who takes over sees the whole conversation and the note", async ({ agent, visitor }) => {
  const mia = await agent("mia", 1);
  const anna = await visitor();
  await anna.askForAgent();
  await anna.isConnectedTo("Mia");
  const jonas = await agent("jonas", 1);
  await mia.open();
  await mia.write("One moment");
  await anna.sees("One moment");

  await mia.page.getByRole("button", { name: "Hand over" }).click();
  const form = mia.page.getByRole("form", { name: "Hand over" });
  await form.getByRole("combobox").selectOption({ label: "Jonas" });
  await form.getByRole("textbox").fill("In a hurry");
  await form.getByRole("button", { name: "Hand over" }).click();

  await anna.isConnectedTo("Jonas");
  await jonas.open();
  await expect(jonas.log.getByText("One moment")).toBeVisible();
  await expect(jonas.log.getByText("In a hurry")).toBeVisible();
  await jonas.write("Shipping is on us");
  await anna.sees("Shipping is on us");
  await expect(anna.log.getByText("In a hurry")).toHaveCount(0);
});

test("the desk does not load what visitors load, nor visitors the desk", async ({ agent, visitor }) => {
  const paths = async (page: import("@playwright/test").Page) =>
    page.evaluate(() =>
      performance.getEntriesByType("resource").map((entry) => new URL(entry.name).pathname),
    );

  const ofDesk = await paths((await agent("mia")).page);
  const ofVisitor = await paths((await visitor()).page);

  expect(ofVisitor.filter((path) => /\/desk[-.]/.test(path))).toEqual([]);
  expect(ofDesk.filter((path) => /\/index-.*\.css/.test(path))).toEqual([]);
});

test("a draft survives a look at another conversation", async ({ agent, visitor }) => {
  const mia = await agent("mia", 2);
  const [anna, ben] = [await visitor(), await visitor()];
  for (const each of [anna, ben]) {
    await each.askForAgent();
    await each.isConnectedTo("Mia");
  }
  await anna.write("I am Anna");
  await ben.write("I am Ben");
  await mia.open("I am Anna");
  await mia.composer.fill("half a thought");

  await mia.open("I am Ben");
  await expect(mia.composer).toHaveValue("");
  await mia.open("Draft");

  await expect(mia.composer).toHaveValue("half a thought");
});

/** The flows' room: a flow is drawn with the mouse, tried, saved, and met by a visitor. */
import type { Locator, Page } from "@playwright/test";
import { expect, test, WIDE } from "./fixtures";
import { passwordOf } from "./server";

test("a flow is drawn with the mouse, tried and saved, and a visitor gets it", async ({
  server,
  open,
  visitor,
}) => {
  const page = await open(WIDE);
  await openNewFlow(page, server.url);
  const settings = page.getByRole("region", { name: "Flow settings" });
  await settings.getByRole("textbox", { name: "Name" }).fill("Repairs");
  await settings.getByRole("button", { name: "Add a sentence" }).click();
  await settings.getByRole("textbox", { name: "Sentence" }).fill("Mend my shears");

  await addStep(page, "Buttons");
  await fillStep(page, /^Buttons/, "Buttons", "Which tool is it?");
  await nameButton(page, 1, "The shears");
  await nameButton(page, 2, "Another tool");
  await addStep(page, "Message");
  await fillStep(page, /^Message 2/, "Message", "We sharpen shears for free.");
  await addStep(page, "Hand over to an agent");
  await fillStep(page, /^Hand over/, "Hand over to an agent", "Somebody is coming.");

  await page.getByRole("button", { name: "Arrange the steps" }).click();
  await page.getByRole("button", { name: "Show the whole flow" }).click();
  await settled(page);
  await fillStep(page, /^Message 1/, "Message", "Welcome to the workshop.");
  await lead(page, /Welcome to the workshop/, "Then", /Which tool is it/);
  await lead(page, /Which tool is it/, "The shears", /sharpen shears/);
  await lead(page, /Which tool is it/, "Another tool", /Somebody is coming/);
  await lead(page, /sharpen shears/, "Then", /^End/);

  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(way(page, "text-4", "end-2")).toHaveCount(0);
  await page.getByRole("button", { name: "Redo", exact: true }).click();
  await expect(way(page, "text-4", "end-2")).toHaveCount(1);

  await page.getByRole("button", { name: "Try it" }).click();
  const trial = page.getByRole("region", { name: "Try it" });
  await expect(trial.getByText("Which tool is it?")).toBeVisible();
  await expect(here(page)).toContainText("Which tool is it?");
  await trial.getByRole("button", { name: "The shears" }).click();
  await expect(trial.getByText("We sharpen shears for free.")).toBeVisible();
  await expect(trial.getByText("The flow ends here.")).toBeVisible();
  await expect(here(page)).toContainText("End");
  await trial.getByRole("button", { name: "Start again" }).click();
  await expect(trial.getByText("We sharpen shears for free.")).toHaveCount(0);
  await expect(here(page)).toContainText("Which tool is it?");

  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/flows\/flow-\w+/);
  const anna = await visitor("demo", { locale: "en-GB" });
  await anna.write("Mend my shears!");
  await anna.sees("Welcome to the workshop.");
  await anna.chat.getByRole("button", { name: "The shears", exact: true }).press("Enter");
  await anna.sees("We sharpen shears for free.");
});

test("a step that leads nowhere is marked and listed, and its problem leads to it", async ({
  server,
  open,
}) => {
  const page = await open(WIDE);
  await openNewFlow(page, server.url);
  await page.getByRole("textbox", { name: "Name" }).fill("Repairs");
  await fillStep(page, /^Message/, "Message", "Welcome to the workshop.");
  await page.getByRole("button", { name: "Try it" }).click();
  await expect(here(page)).toContainText("End");

  await way(page, "text-1", "end-2").click();
  await page.getByRole("button", { name: "Cut this way" }).click();
  const welcome = card(page, /Welcome to the workshop/);
  await expect(welcome.getByText("Something is wrong here")).toBeAttached();
  await page.getByRole("button", { name: /problems? to correct/ }).click();
  const problems = page.getByRole("region", { name: "Problems" });
  await problems
    .getByRole("button", { name: /^Message: Welcome/ })
    .first()
    .click();

  await expect(page.getByRole("region", { name: "Try it" })).toHaveCount(0);
  await expect(page.getByRole("combobox", { name: "Then" })).toBeFocused();
  await lead(page, /Welcome to the workshop/, "Then", /^End/);
  await expect(welcome.getByText("Something is wrong here")).toHaveCount(0);
});

test("a flow of four steps is drawn, connected, tried and saved by the keyboard alone", async ({
  server,
  open,
  visitor,
}) => {
  const page = await open(WIDE);
  await openNewFlow(page, server.url);
  const { keyboard } = page;
  const trial = page.getByRole("region", { name: "Try it" });

  await tabTo(page, page.getByRole("textbox", { name: "Name" }));
  await keyboard.type("Repairs");
  await tabTo(page, page.getByRole("button", { name: "Add a sentence" }));
  await keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Sentence" })).toBeFocused();
  await keyboard.type("Mend my shears");

  await tabTo(page, card(page, /^Message/), "Shift+Tab");
  await keyboard.press("Enter");
  await expect(textOf(page, "Message")).toBeFocused();
  await keyboard.type("Welcome to the workshop.");
  await keyboard.press("Escape");
  await expect(card(page, /Welcome to the workshop/)).toBeFocused();

  await keyboard.press("c");
  await expect(page.getByRole("combobox", { name: "Then" })).toBeFocused();
  await keyboard.press("End");
  await chooseKind(page, "Buttons");
  await expect(textOf(page, "Buttons")).toBeFocused();
  await keyboard.type("Which tool is it?");
  await nameButtonByKeys(page, "Number 1", "The shears");
  await nameButtonByKeys(page, "Number 2", "Another tool");
  await keyboard.press("Escape");
  await expect(card(page, /^Buttons/)).toBeFocused();

  await keyboard.press("c");
  await expect(page.getByRole("combobox", { name: "The shears" })).toBeFocused();
  await keyboard.type("End");
  await expect(page.getByRole("combobox", { name: "The shears" }).locator("option:checked")).toHaveText(
    /^End/,
  );
  await tabTo(page, page.getByRole("combobox", { name: "Another tool" }));
  await keyboard.press("End");
  await chooseKind(page, "Hand over to an agent");
  await expect(textOf(page, "Hand over to an agent")).toBeFocused();
  await keyboard.type("Somebody is coming.");
  await expect(page.locator(".react-flow__node")).toHaveCount(4);
  await expect(page.getByRole("button", { name: /problems? to correct/ })).toHaveCount(0);

  await tabTo(page, page.getByRole("button", { name: "Try it" }), "Shift+Tab");
  await keyboard.press("Enter");
  await expect(trial.getByText("Which tool is it?")).toBeVisible();
  await tabTo(page, trial.getByRole("button", { name: "Another tool" }));
  await keyboard.press("Enter");
  await expect(trial.getByText("Somebody is coming.")).toBeVisible();
  await expect(here(page)).toContainText("Hand over to an agent");

  await keyboard.press("Control+s");
  await expect(page).toHaveURL(/\/flows\/flow-\w+/);
  const anna = await visitor("demo", { locale: "en-GB" });
  await anna.write("Mend my shears!");
  await anna.sees("Welcome to the workshop.");
});

async function openNewFlow(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/desk/admin/flows/new/empty?locale=en`);
  await page.getByLabel("Account").fill("admin");
  const password = page.getByRole("textbox", { name: "Password" });
  await password.fill(passwordOf(url, "admin"));
  await password.press("Enter");
  await expect(card(page, /^Message/)).toBeVisible();
}

/** The card of a step, by its kind and first words. */
function card(page: Page, name: RegExp): Locator {
  return page.locator(".react-flow__node").and(page.getByLabel(name));
}

/** The card where the trial stands. */
function here(page: Page): Locator {
  return page.locator(".react-flow__node:has([data-visited])");
}

/** A way between two steps, by their ids. */
function way(page: Page, from: string, to: string): Locator {
  return page.locator(`.react-flow__edge[aria-label="From ${from} to ${to}"]`);
}

async function addStep(page: Page, kind: string): Promise<void> {
  await page.getByRole("button", { name: "Add a step" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: new RegExp(`^${kind}`) })
    .first()
    .click();
}

/** Chooses a card and writes the step's text. */
async function fillStep(page: Page, name: RegExp, kind: string, words: string): Promise<void> {
  await card(page, name).click();
  const text = page.getByRole("region", { name: kind }).getByRole("textbox", { name: "Text", exact: true });
  await text.fill(words);
}

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < 80; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

/** The text of the chosen step. */
function textOf(page: Page, kind: string): Locator {
  return page.getByRole("region", { name: kind }).getByRole("textbox", { name: "Text", exact: true });
}

async function chooseKind(page: Page, kind: string): Promise<void> {
  await tabTo(
    page,
    page
      .getByRole("dialog")
      .getByRole("button", { name: new RegExp(`^${kind}`) })
      .first(),
  );
  await page.keyboard.press("Enter");
}

async function nameButtonByKeys(page: Page, row: string, words: string): Promise<void> {
  await tabTo(page, page.getByRole("grid", { name: "Buttons" }).getByRole("row").first());
  if (row === "Number 2") await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("row", { name: row })).toBeFocused();
  await page.keyboard.press("Enter");
  const name = page.getByRole("group", { name: row }).getByRole("textbox", { name: "Button's text" });
  await expect(name).toBeFocused();
  await page.keyboard.type(words);
  await tabTo(page, page.getByRole("button", { name: "Done" }));
  await page.keyboard.press("Enter");
}

/** Names a new button of the chosen step. */
async function nameButton(page: Page, number: number, words: string): Promise<void> {
  const group = page.getByRole("group", { name: `Number ${number}` });
  if (!(await group.isVisible())) await page.getByRole("row", { name: `Number ${number}` }).click();
  await group.getByRole("textbox", { name: "Button's text" }).pressSequentially(words);
  await page.getByRole("button", { name: "Done" }).click();
}

/** Drags a way from a labelled port to a card. */
async function lead(page: Page, from: RegExp, port: string, to: RegExp): Promise<void> {
  const row = card(page, from).getByText(port, { exact: true }).locator("..");
  await row.locator(".react-flow__handle").hover();
  await page.mouse.down();
  const end = await card(page, to).boundingBox();
  if (!end) throw new Error("the card is not drawn");
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 12 });
  await page.mouse.up();
}

/** Waits until the drawing has stopped moving. */
async function settled(page: Page): Promise<void> {
  const view = page.locator(".react-flow__viewport");
  let before = "";
  await expect
    .poll(async () => {
      const now = (await view.getAttribute("style")) ?? "";
      const isStill = now === before;
      before = now;
      return isStill;
    })
    .toBe(true);
}

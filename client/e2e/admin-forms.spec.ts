/** The forms' room: a form with every type of field is built, a visitor fills it in, and the desk shows the answers. */
import type { Locator, Page } from "@playwright/test";
import { expect, test, WIDE } from "./fixtures";
import { passwordOf } from "./server";

/** A field of each type: its label, the type, and its options. */
const FIELDS: readonly (readonly [label: string, type: string, options?: readonly string[]])[] = [
  ["Your name", "One line of text"],
  ["What happened?", "Several lines of text"],
  ["Bought on", "Date"],
  ["Call me at", "Date and time"],
  ["How many?", "Number"],
  ["Country", "List that opens", ["Norway", "Sweden"]],
  ["Size", "One of several", ["Small", "Large"]],
  ["Tools", "Any of several", ["Spade", "Rake"]],
  ["Part", "Choice in levels", ["Handle"]],
];

test("a form with all nine types is built, reordered by keyboard, filled in, and read at the desk", async ({
  server,
  open,
  agent,
}) => {
  test.setTimeout(120_000);
  const page = await open(WIDE);
  await openNewForm(page, server.url);
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Repair");
  for (const [label, type, options] of FIELDS) await addField(page, label, type, options);
  const preview = page.getByRole("complementary", { name: "As visitors see it" });
  await expect(preview.getByRole("checkbox", { name: "Rake" })).toBeVisible();
  await expect(preview.getByRole("button", { name: /^Part/ })).toBeVisible();

  const rows = page.getByRole("grid", { name: "Fields" }).getByRole("row");
  await rows.last().focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect(page.getByText("Part is number 8 of 9.")).toBeAttached();
  await expect(rows.nth(7)).toBeFocused();
  await expect(rows.nth(7)).toContainText("Part");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Part is number 7 of 9.")).toBeAttached();
  await expect(page.getByRole("button", { name: "Move Part up" })).toBeFocused();
  await page.keyboard.press("Control+s");
  await expect(page).toHaveURL(/\/forms\/form-\w+/);
  const id = new URL(page.url()).pathname.split("/").at(-1);

  const mia = await agent("mia");
  const visitor = await open({ locale: "en-GB" });
  await visitor.goto(`${server.url}/chat_online/formData?templateId=${id}&tenantId=demo&locale=en`);
  await expect(visitor.getByRole("heading", { name: "Repair" })).toBeVisible();
  await visitor.getByRole("textbox", { name: "Your name" }).fill("Anna");
  await visitor.getByRole("textbox", { name: "What happened?" }).fill("It broke.");
  await visitor.getByLabel("Bought on").fill("2026-05-01");
  await visitor.getByLabel("Call me at").fill("2026-06-02T10:30");
  await visitor.getByRole("textbox", { name: "How many?" }).fill("3");
  await visitor.getByRole("combobox", { name: "Country" }).selectOption("Sweden");
  await visitor.getByRole("radio", { name: "Large" }).check();
  await visitor.getByRole("button", { name: /^Part/ }).click();
  await visitor.getByRole("dialog").getByRole("button", { name: "Handle" }).click();
  await visitor.getByRole("dialog").getByRole("button", { name: "Grip" }).click();
  await visitor.getByRole("checkbox", { name: "Spade" }).check();
  await visitor.getByRole("checkbox", { name: "Rake" }).check();
  await visitor.getByRole("button", { name: "Submit" }).click();
  await expect(visitor.getByText("Thank you, we have received your form.")).toBeVisible();

  await mia.page.getByRole("tab", { name: /^Left/ }).click();
  await mia.page
    .getByRole("tabpanel", { name: /^Left/ })
    .getByRole("link", { name: /^Work order/ })
    .first()
    .click();
  for (const answer of ["Anna", "It broke.", "2026-05-01", "2026-06-02 10:30", "3", "Sweden", "Large"])
    await expect(mia.page.getByText(answer, { exact: true }).last()).toBeVisible();
  await expect(mia.page.getByText(/Handle.*Grip/).last()).toBeVisible();
  await expect(mia.page.getByText(/Spade.*Rake/).last()).toBeVisible();
});

test("what is wrong with a form is said at the field, in the reader's language", async ({ server, open }) => {
  const page = await open(WIDE);
  await openNewForm(page, server.url);
  await page.getByRole("button", { name: "Add a field" }).click();
  await page.getByRole("combobox", { name: "Type", exact: true }).selectOption("One of several");
  await page.keyboard.press("Control+s");

  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toBeFocused();
  await expect(page.getByText("Write something here.").first()).toBeVisible();
  await expect(page.getByText("Add at least one option to choose from.")).toBeVisible();
});

async function openNewForm(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/desk/admin/forms/new?locale=en`);
  await page.getByLabel("Account").fill("admin");
  const password = page.getByRole("textbox", { name: "Password" });
  await password.fill(passwordOf(url, "admin"));
  await password.press("Enter");
  await expect(page.getByRole("heading", { name: "New form" })).toBeVisible();
}

async function addField(
  page: Page,
  label: string,
  type: string,
  options: readonly string[] = [],
): Promise<void> {
  await page.getByRole("button", { name: "Add a field" }).click();
  const fields = page.getByRole("group", { name: "Fields" }).first();
  await fields.getByRole("textbox", { name: "Label" }).fill(label);
  await fields.getByRole("combobox", { name: "Type" }).selectOption(type);
  for (const option of options) await addOption(fields, option);
  if (type === "Choice in levels") {
    const below = fields.getByRole("group", { name: "Options below it" }).first();
    await addOption(below, "Grip");
  }
  await fields.getByRole("button", { name: "Done" }).last().click();
  await expect(page.getByRole("grid", { name: "Fields" }).getByRole("row").last()).toContainText(label);
}

/** Adds an option at the end of a list. */
async function addOption(within: Locator, name: string): Promise<void> {
  await within.getByRole("button", { name: "Add an option" }).last().click();
  await within.getByRole("textbox", { name: "Option", exact: true }).last().fill(name);
}

/** A channel's form with its preview: the visitor's page with settings that nobody else sees. */
import type { Page } from "@playwright/test";
import { expect, test, WIDE } from "./fixtures";
import { passwordOf } from "./server";

/** Opens a channel's form as the administrator `admin`, and waits until it shows the channel. */
async function openChannel(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/desk/admin/channels/demo?locale=en`);
  await page.getByLabel("Account").fill("admin");
  await page.getByRole("textbox", { name: "Password" }).fill(passwordOf(url, "admin"));
  await page.getByRole("textbox", { name: "Password" }).press("Enter");
  await expect(page.getByRole("combobox", { name: "Settings of the channel" })).toBeVisible();
}

const title = (page: Page) => page.getByRole("textbox", { name: "Title", exact: true }).first();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

test("the preview shows a draft at once, and visitors see it only after it is published", async ({
  server,
  open,
  visitor,
}) => {
  const anna = await visitor("demo", { locale: "en-GB" });
  const page = await open(WIDE);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await openChannel(page, server.url);

  const frame = page.frameLocator("iframe[title=Preview]");
  await expect(frame.getByRole("button", { name: "When will my order arrive?" })).toBeVisible();
  await page.getByRole("combobox", { name: "Settings of the channel" }).selectOption({ label: "Robot" });
  await page
    .getByRole("textbox", { name: /Robot's greeting here/ })
    .first()
    .fill("Good morning from the draft");
  await expect(frame.getByText("Good morning from the draft")).toBeVisible();
  await expect(anna.page.getByText("Good morning from the draft")).toHaveCount(0);

  for (const state of ["Form before the chat", "Waiting for an agent", "Leaving a message", "Rating"]) {
    await page.getByRole("combobox", { name: "What to show" }).selectOption({ label: state });
    if (state === "Leaving a message" || state === "Rating")
      await expect(frame.getByRole("dialog")).toBeVisible();
  }
  await page.getByRole("combobox", { name: "What to show" }).selectOption({ label: "Start of a chat" });
  await page.getByRole("combobox", { name: "Language of the preview" }).selectOption("ar");
  await expect(frame.locator("html")).toHaveAttribute("dir", "rtl");
  expect(asked.filter((path) => path.startsWith("/api/chat/"))).toEqual([]);

  await page.keyboard.press("Control+S");
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toHaveCount(0);
  const draft = page.getByRole("region", { name: "Saved draft" });
  await expect(draft).toContainText("Visitors do not see it yet.");
  const ben = await visitor("demo", { locale: "en-GB" });
  await expect(ben.page.getByRole("button", { name: "When will my order arrive?" })).toBeVisible();
  await expect(ben.page.getByText("Good morning from the draft")).toHaveCount(0);

  await page.reload();
  await expect(draft).toContainText("Draft by");
  await press(page, "Publish");
  const question = page.getByRole("dialog", { name: "Publish these changes?" });
  await expect(question.getByText("Good morning from the draft")).toBeVisible();
  await question.getByRole("button", { name: "Publish" }).click();
  await expect(draft).toHaveCount(0);
  const cleo = await visitor("demo", { locale: "en-GB" });
  await expect(cleo.page.getByText("Good morning from the draft")).toBeVisible();
});

test("two administrators at once lose nothing, and each sees what the other did", async ({
  server,
  open,
}) => {
  const [first, second] = [await open(WIDE), await open(WIDE)];
  await openChannel(first, server.url);
  await openChannel(second, server.url);

  await title(first).fill("The first title");
  await press(first, "Save");
  await expect(first.getByRole("region", { name: "Saved draft" })).toBeVisible();
  await title(second).fill("The second title");
  await press(second, "Save");
  const conflict = second.getByRole("dialog", { name: "Somebody else changed this too" });
  await expect(conflict.getByText("The first title")).toBeVisible();
  await expect(conflict.getByText("The second title")).toBeVisible();
  await press(second, "Save this choice");
  await expect(conflict).toHaveCount(0);
  await press(second, "Publish");
  await second.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await expect(second.getByRole("region", { name: "Saved draft" })).toHaveCount(0);

  await press(first, "Publish");
  const gone = first.getByRole("dialog", { name: "Somebody else changed this too" });
  await expect(gone.getByText("The second title")).toBeVisible();
  await press(first, "Keep all of mine");
  await press(first, "Save this choice");
  await expect(gone).toHaveCount(0);
  await press(first, "Discard draft");
  await first.getByRole("dialog").getByRole("button", { name: "Discard draft" }).click();
  await expect(title(first)).toHaveValue("The second title");
});

test("a field that publishing refuses is marked with the server's words", async ({ server, open }) => {
  const page = await open(WIDE);
  await openChannel(page, server.url);
  await page.getByRole("combobox", { name: "Settings of the channel" }).selectOption({ index: 0 });
  const colour = page.getByRole("textbox", { name: "Main colour", exact: true });
  await colour.fill("green-ish");
  await press(page, "Publish");
  await page
    .getByRole("dialog", { name: "Publish these changes?" })
    .getByRole("button", { name: "Publish" })
    .click();

  await expect(colour).toBeFocused();
  await expect(colour).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByRole("region", { name: "Saved draft" })).toContainText("Not published.");
});

import { expect, test } from "./fixtures";
import { Keys } from "./keys";
import { PASSWORD } from "./owner";
import { setupLinkOf, startServer } from "./server";

test.use({ actionTimeout: 10_000 });

test("a shop is set up by keyboard alone", async ({ open }) => {
  test.setTimeout(240_000);
  const server = await startServer([], "none");
  const page = await open({ viewport: { width: 1440, height: 900 } });
  const keys = new Keys(page);
  const title = (name: RegExp | string) =>
    expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await page.goto(await setupLinkOf(server.url));

  await test.step("the shop", async () => {
    await keys.fill('textbox "Name of the shop"', "Moss & Bark");
    await keys.fill(/^textbox "Your name/, "Ada");
    await keys.press('button "Next"');
    // The first field of the next step.
    await keys.isAt(/^textbox "Account/);
    await page.keyboard.type("ada");
    await keys.fill(/^textbox "Password"/, PASSWORD);
    await keys.fill(/^textbox "Password once more"/, PASSWORD);
    await page.keyboard.press("Enter");
    await title("Get your chat going");
  });

  const room = (name: string) => keys.pressBefore(`link "${name}"`);

  await test.step("three answers", async () => {
    await keys.press('link "Write answers"');
    for (const [question, answer] of ANSWERS) {
      await keys.press('button "New document"');
      await keys.fill('textbox "Question"', question);
      await keys.to('textbox "Answer"');
      await page.keyboard.type(answer);
      await keys.press('button "Save"');
      await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
      await keys.pressBefore('link "Documents of Assistant"');
    }
  });

  await test.step("colours", async () => {
    await room("Start");
    await keys.press('link "Choose"');
    await keys.fill('textbox "Main colour"', "#7a1f5d");
    await keys.press('button "Publish"');
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await keys.press('button "Publish"');
    await expect(dialog).toHaveCount(0);
    // The bar is gone: what was before it has the focus, not the top of the page.
    await keys.isAt(/^combobox "Language of the preview"/);
  });

  await test.step("the code for a page", async () => {
    await keys.pressBefore('button "Put it on a page"');
    await title(/^Put .* on a page$/);
    await keys.to(/^button "Copy/);
  });

  await test.step("a colleague", async () => {
    await room("People");
    await keys.press('button "New agent"');
    await keys.fill('textbox "Name"', "Ben");
    await keys.fill(/^textbox "Account"/, "ben");
    await keys.press('button "Save"');
    await title("Ben");
    await keys.press('button "Make an invitation link"');
    await expect(page.getByLabel("One-time link")).toBeVisible();
    await keys.isAt(/^button "Make another link"/);
  });
  await server.remove();
});

const ANSWERS = [
  ["How long does delivery take?", "Two working days."],
  ["Can I return a plant?", "Yes, within 30 days."],
  ["How can I pay?", "By card or invoice."],
] as const;

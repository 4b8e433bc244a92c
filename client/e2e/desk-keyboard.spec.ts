/** Everything once more by keyboard alone: two visitors, an agent, and no mouse. */
import type { Page } from "@playwright/test";
import { isSound } from "./access";
import type { Agent } from "./agent";
import { expect, test } from "./fixtures";
import { Keys } from "./keys";
import type { Visitor } from "./visitor";

const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

test("an agent serves two visitors without a mouse", async ({ agent, visitor }) => {
  const lin = await agent("lin");
  const jonas = await agent("jonas", 1);
  const { page, composer } = lin;
  const keys = new Keys(page);
  const said = page.getByRole("status").locator("p");
  // An error on a page fails the test.
  await page.evaluate(() =>
    document.addEventListener("pointerdown", () => {
      throw new Error("somebody used a mouse");
    }),
  );

  // Jonas has a visitor, so that Anna and Ben wait. Lin is busy and takes them by herself.
  const [cleo, anna, ben] = [await visitor(), await visitor(), await visitor()];
  await cleo.askForAgent();
  await cleo.isConnectedTo("Jonas");
  await keys.hit("s");
  await type(keys, "busy");
  await expect(page.getByRole("combobox", { name: "Status" })).toHaveValue("busy");
  await anna.askForAgent();
  await anna.isWaitingAt(1);
  await expect(said.filter({ hasText: "is waiting. 1 in the queue." })).toHaveCount(1);
  await ben.askForAgent();
  await ben.isWaitingAt(2);
  await expect(said.filter({ hasText: "is waiting. 2 in the queue." })).toHaveCount(1);

  // Reads the second one, whose place changes when the first is taken.
  await keys.hit("g");
  await keys.hit("q");
  await expect(page.getByRole("tabpanel", { name: /Queue/ }).getByRole("link").first()).toBeFocused();
  await keys.hit("j");
  await keys.hit("Enter");
  await expect(page.getByText("This visitor waits in the queue. You read along")).toBeVisible();
  await keys.hit("n");
  await anna.isConnectedTo("Lin");
  await expect(composer).toBeFocused();
  await ben.isWaitingAt(1);

  await answers(keys, lin, anna);
  await notes(keys, lin, anna);
  await tags(keys, lin);

  // Looks at the second visitor, takes him, and hands the first one over.
  await keys.hit("g");
  await keys.hit("q");
  await expect(page.getByRole("tabpanel", { name: /Queue/ }).getByRole("link").first()).toBeFocused();
  await keys.hit("Enter");
  await keys.hit("t");
  await ben.isConnectedTo("Lin");
  await expect(composer).toBeFocused();
  await handsOver({ keys, lin, jonas, anna });

  // Ends with the second one.
  await keys.hit("Control+ArrowDown");
  await expect(composer).toBeFocused();
  await ben.write("Only looking, thank you");
  await expect(said.filter({ hasText: "Only looking, thank you" })).toHaveCount(1);
  await keys.hit("Escape");
  await keys.hit("e");
  await expect(page.getByRole("button", { name: "End conversation" })).toBeFocused();
  await keys.hit("Enter");
  await expect(page.getByText("You ended the conversation.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Dismiss" })).toBeFocused();
  await keys.hit("x");
  await expect(page.getByText("You ended the conversation.")).toHaveCount(0);
  await isSomewhere(page);
  await search(keys);
});

async function answers(keys: Keys, lin: Agent, anna: Visitor): Promise<void> {
  const { page, composer } = lin;
  await keys.page.keyboard.type("Hello Anna");
  await keys.hit("Enter");
  await anna.sees("Hello Anna");
  await anna.write("Is the fern in stock?");
  await expect(page.getByRole("status").locator("p", { hasText: "Is the fern in stock?" })).toHaveCount(1);

  // Keeps an answer, and finds it again by a slash.
  await keys.page.keyboard.type("We have nine of them.");
  await keys.hit("Control+k");
  await type(keys, "save this text");
  await expect(page.getByText("Saved as a quick reply.")).toBeVisible();
  await expect(composer).toBeFocused();
  await keys.hit("Enter");
  await anna.sees("We have nine of them.");
  await keys.page.keyboard.type("/nine");
  await expect(page.getByRole("option", { name: /We have nine/ })).toBeVisible();
  await keys.hit("Enter");
  await keys.page.keyboard.type(" Really.");
  await keys.hit("Enter");
  await anna.sees("We have nine of them. Really.");

  // Quotes a message.
  await keys.hit("Control+k");
  await type(keys, "reply to a message");
  await type(keys, "fern in stock");
  await expect(composer).toBeFocused();
  await keys.page.keyboard.type("There it is, beside the door");
  await keys.hit("Enter");
  await anna.sees("There it is, beside the door");
}

async function notes(keys: Keys, lin: Agent, anna: Visitor): Promise<void> {
  const { page } = lin;
  await keys.hit("Escape");
  await expect(page.getByRole("tabpanel").getByRole("link").first()).toBeFocused();
  await expect(page.getByRole("tab", { name: /^Mine/, selected: true })).toBeVisible();
  await keys.hit("m");
  const note = page.getByRole("textbox", { name: "Note for agents" });
  await expect(note).toBeFocused();
  await keys.page.keyboard.type("@Mi");
  await page.getByRole("option", { name: "Mia" }).waitFor();
  await keys.hit("Enter");
  await keys.page.keyboard.type("please watch this one");
  await keys.hit("Enter");
  await expect(lin.log.locator("strong", { hasText: "@Mia" })).toBeVisible();
  await expect(anna.log.getByText("please watch this one")).toHaveCount(0);
  await keys.hit("Escape");
  await expect(lin.composer).toBeFocused();
}

async function tags(keys: Keys, { page }: Agent): Promise<void> {
  const list = page.getByRole("list", { name: "Tags" });
  await keys.hit("Escape");
  await keys.hit("l");
  await type(keys, "Refund");
  await expect(list.getByText("Refund")).toBeVisible();
  await keys.hit("Shift+L");
  await type(keys, "");
  await expect(list.getByText("Refund")).toHaveCount(0);
  await keys.hit("l");
  await type(keys, "refnud");
  await expect(list.getByText("Refund")).toBeVisible();
}

type HandOver = { keys: Keys; lin: Agent; jonas: Agent; anna: Visitor };

async function handsOver({ keys, lin, jonas, anna }: HandOver): Promise<void> {
  const { page } = lin;
  await jonas.open();
  await jonas.ends();
  await keys.hit("Control+ArrowDown");
  await lin.sees("Hello Anna");
  await keys.hit("Escape");
  await keys.hit("h");
  await page.getByRole("option", { name: /Jonas/ }).waitFor();
  await type(keys, "jonas");
  await expect(page.getByRole("form", { name: "Hand over" }).getByRole("textbox")).toBeFocused();
  await keys.page.keyboard.type("She wants nine");
  await keys.hit("Enter");
  await anna.isConnectedTo("Jonas");
  await expect(page.getByRole("form", { name: "Hand over" })).toHaveCount(0);
  await isSomewhere(page);
}

async function search(keys: Keys): Promise<void> {
  const { page } = keys;
  await keys.hit("/");
  const field = page.getByRole("searchbox", { name: "Search conversations" });
  await expect(field).toBeFocused();
  // A change is in the index after some seconds; a search that begins before does not see it.
  await expect(async () => {
    await keys.hit("ControlOrMeta+A");
    await page.keyboard.type("fern in stock");
    await expect(page.getByRole("tabpanel", { name: "All" }).locator("mark").first()).toBeVisible({
      timeout: 1_500,
    });
  }).toPass();
  await keys.hit("ArrowDown");
  await keys.hit("Enter");
  await expect(page.locator("[id^='message-']:focus")).toContainText("Is the fern in stock?");
  await keys.hit("Escape");
  await expect(page.getByRole("tabpanel", { name: "All" }).getByRole("link").first()).toBeFocused();
}

/** Types into the palette and takes the first line. */
async function type(keys: Keys, words: string): Promise<void> {
  const palette = keys.page.getByRole("dialog", { name: "Commands" });
  await expect(palette.getByRole("combobox")).toBeFocused();
  await keys.page.keyboard.type(words);
  await expect(palette.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  await keys.hit("Enter");
}

/** The focus is not lost. */
async function isSomewhere(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
}

for (const colorScheme of ["light", "dark"] as const) {
  for (const locale of ["en", "ar"] as const) {
    test(`the palette and the sheet are accessible, ${colorScheme}, ${locale}`, async ({ talk }) => {
      const { mia } = await talk();
      const { page } = mia;
      await page.goto(`${new URL(page.url()).origin}/desk/?locale=${locale}`);
      await page.emulateMedia({ colorScheme });
      await expect(page.locator("html")).toHaveAttribute("dir", locale === "ar" ? "rtl" : "ltr");
      await page.getByRole("tabpanel").getByRole("link").first().click();
      await expect(mia.composer).toBeFocused();
      for (const window of WINDOWS) {
        await page.setViewportSize(window);
        const state = `${window.width} px`;
        await page.keyboard.press("Control+k");
        await expect(page.getByRole("combobox", { name: "Commands" })).toBeFocused();
        await isSound(page, `the palette, ${state}`);
        await page.keyboard.type("sta");
        await isSound(page, `found, ${state}`);
        await page.keyboard.press("ControlOrMeta+A");
        await page.keyboard.type("hand over");
        await page.keyboard.press("Enter");
        await expect(page.getByRole("combobox", { name: "Hand over" })).toBeFocused();
        await isSound(page, `its choices, ${state}`);
        await page.keyboard.press("Escape");
        await page.keyboard.press("Escape");
        await expect(mia.composer).toBeFocused();
        await page.keyboard.press("Control+/");
        await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
        await isSound(page, `the sheet, ${state}`);
        await page.keyboard.press("Escape");
        await expect(mia.composer).toBeFocused();
      }
    });
  }
}

import AxeBuilder from "@axe-core/playwright";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { type BuiltGallery, buildGallery } from "./gallery";
import { differences, expectLikeness, scenesOf } from "./likeness";

let gallery: BuiltGallery;

/** At half size the picture is a small file, and every element is still recognisable. */
const SCALE = 0.5;

test.use({ timezoneId: "UTC", deviceScaleFactor: SCALE, isMobile: false });

test.beforeAll(async () => {
  gallery = await buildGallery();
});

test.afterAll(async () => {
  await gallery.remove();
});

for (const locale of ["zh", "en", "ar"]) {
  test(`every kind of message looks as it did, ${locale} @phone`, async ({ page }) => {
    // Axe checks sixty states in two themes, which takes long.
    test.setTimeout(240_000);
    const { walls, shelves } = await hang(page, locale);

    const picture = await walls.screenshot({ scale: "device", animations: "disabled" });
    await expectLikeness(picture, `gallery-${locale}.png`, await scenesOf(walls, shelves, SCALE));

    const { violations } = await new AxeBuilder({ page })
      // The gallery shows everything twice and is no page.
      .disableRules(["landmark-unique", "landmark-one-main", "page-has-heading-one", "region"])
      .analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join("\n")}`)).toEqual(
      [],
    );
  });
}

test("the loss of an answer's thumb is seen, and named @phone", async ({ page }) => {
  const { walls, shelves } = await hang(page, "en");
  const scenes = await scenesOf(walls, shelves, SCALE);
  const whole = await walls.screenshot({ scale: "device", animations: "disabled" });

  const thumb = page.getByRole("region", { name: "robot, dark" }).getByRole("button", { name: "Helpful" });
  await thumb.first().evaluate((button) => {
    button.style.visibility = "hidden";
  });
  const without = await walls.screenshot({ scale: "device", animations: "disabled" });

  expect(differences(whole, whole, scenes)).toEqual([]);
  const [lost, ...others] = differences(whole, without, scenes);
  expect(lost).toMatchObject({ scene: "robot, dark" });
  expect(others).toEqual([]);
});

test("no letter of the gallery comes from the machine's fonts", async ({ page }) => {
  for (const locale of ["zh", "en", "ar"]) {
    await hang(page, locale);
    expect(await fontsOfTheMachine(page)).toEqual([]);
  }
});

test("of five thousand messages only those near the window are in the document @phone", async ({ page }) => {
  await page.clock.install();
  await gallery.open(page, "?locale=en&many=5000");
  const log = page.getByRole("log");
  const shown = log.locator("[data-row]");
  await expect(log.getByText("Message 4999.")).toBeInViewport();
  expect(await shown.count()).toBeLessThan(100);

  // At the end the list follows a new message; while an old one is read it counts new ones.
  await page.getByRole("button", { name: "One more", exact: true }).click();
  await expect(log.getByText("Message 5000.")).toBeInViewport();
  await comesToRest(log);
  await log.evaluate((list) => list.scrollTo({ top: list.scrollHeight / 2 }));
  await expect(log.getByText("Message 5000.")).toHaveCount(0);
  await comesToRest(log);
  const read = await log
    .getByText(/^Message \d+\./)
    .first()
    .innerText();
  await page.getByRole("button", { name: "One more", exact: true }).click();
  await expect(page.getByRole("button", { name: "1 new message" })).toBeVisible();

  await expect(log.getByText(read, { exact: true })).toHaveCount(1);
  expect(await shown.count()).toBeLessThan(100);
});

/** Waits until all visible rows are measured, because the list moves until then. */
async function comesToRest(log: Locator): Promise<void> {
  const unmeasured = log.locator('li[style*="visibility: hidden"]');
  await expect(unmeasured).toHaveCount(0);
  await log.page().clock.runFor(1000);
  await expect(unmeasured).toHaveCount(0);
}

/** Opens the gallery in a language, with its fonts and in a window of its full size. */
async function hang(page: Page, locale: string): Promise<{ walls: Locator; shelves: Locator }> {
  await page.clock.setFixedTime(1_790_000_000_000);
  await page.setViewportSize({ width: 1280, height: 800 });
  await gallery.open(page, `?locale=${locale}`);
  await expect(page.getByRole("region", { name: "cards of the list, dark" })).toBeVisible();
  await expect(page.locator("[data-row=message]").last()).toBeVisible();
  await page.waitForLoadState("networkidle");
  const walls = page.locator("#root > *");
  // The size is right only after the fonts are loaded.
  await page.evaluate(() => document.fonts.ready);
  // A window that Playwright enlarges for the screenshot loses its touch mode.
  const box = await walls.boundingBox();
  await page.setViewportSize({ width: Math.ceil(box?.width ?? 0), height: Math.ceil(box?.height ?? 0) });
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
  });
  return { walls, shelves: walls.locator("section section[aria-label]") };
}

/** Texts that are drawn with a font of the machine, including the controls of players. */
async function fontsOfTheMachine(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("DOM.enable");
  await devtools.send("CSS.enable");
  const { nodes } = await devtools.send("DOM.getFlattenedDocument", { depth: -1, pierce: true });
  const found: string[] = [];
  for (const { nodeId, nodeType, nodeValue } of nodes) {
    if (nodeType !== Node.TEXT || nodeValue.trim() === "") continue;
    const { fonts } = await devtools.send("CSS.getPlatformFontsForNode", { nodeId });
    for (const { familyName, isCustomFont } of fonts) {
      if (!isCustomFont) found.push(`${familyName}: ${nodeValue}`);
    }
  }
  await devtools.detach();
  return found;
}

/** Node types by the browser's numbers. */
const Node = { TEXT: 3 } as const;

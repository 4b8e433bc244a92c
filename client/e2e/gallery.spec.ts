import AxeBuilder from "@axe-core/playwright";
import { expect, type Locator, test } from "@playwright/test";
import { type BuiltGallery, buildGallery } from "./gallery";

/**
 * Pixels of a whole gallery that may differ: the edges of a few letters, as another build of the same fonts draws them.
 * The smallest thing there is to lose, a thumb of 28 × 28 at half its size, is more.
 */
const PIXELS_MAX = 100;

let gallery: BuiltGallery;

// At half its size a gallery is a small file, and everything in it can still be told apart.
test.use({ timezoneId: "UTC", deviceScaleFactor: 0.5, isMobile: false });

test.beforeAll(async () => {
  gallery = await buildGallery();
});

test.afterAll(async () => {
  await gallery.remove();
});

for (const locale of ["zh", "en", "ar"]) {
  test(`every kind of message looks as it did, ${locale} @phone`, async ({ page }) => {
    // Sixty states in two themes, each looked at by axe: how long that takes is not what is tested.
    test.setTimeout(240_000);
    await page.clock.setFixedTime(1_790_000_000_000);
    await page.setViewportSize({ width: 1280, height: 800 });
    await gallery.open(page, `?locale=${locale}`);
    await expect(page.getByRole("region", { name: "cards of the list, dark" })).toBeVisible();
    await expect(page.locator("[data-row=message]").last()).toBeVisible();
    await page.waitForLoadState("networkidle");
    // A window as large as what is pictured: one that is grown for the picture forgets that it is touched.
    const walls = page.locator("#root > *");
    const box = await walls.boundingBox();
    await page.setViewportSize({ width: Math.ceil(box?.width ?? 0), height: Math.ceil(box?.height ?? 0) });

    await expect(walls).toHaveScreenshot(`gallery-${locale}.png`, {
      maxDiffPixels: PIXELS_MAX,
      scale: "device",
    });

    const { violations } = await new AxeBuilder({ page })
      // Everything hangs here twice, and on no page. What is on its way is pale by design, for as long as it is.
      .disableRules(["landmark-unique", "landmark-one-main", "page-has-heading-one", "region"])
      .exclude("[data-delivery=sending], [data-delivery=waiting]")
      .analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join("\n")}`)).toEqual(
      [],
    );
  });
}

test("of five thousand messages only those near the window are in the document @phone", async ({ page }) => {
  await page.clock.install();
  await gallery.open(page, "?locale=en&many=5000");
  const log = page.getByRole("log");
  const shown = log.locator("[data-row]");
  await expect(log.getByText("Message 4999.")).toBeInViewport();
  expect(await shown.count()).toBeLessThan(100);

  // One that comes is followed at the end, and counted while something older is read.
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

/** What came is measured, and so is what came into view by that: until then, and a moment longer, the list moves. */
async function comesToRest(log: Locator): Promise<void> {
  const unmeasured = log.locator('li[style*="visibility: hidden"]');
  await expect(unmeasured).toHaveCount(0);
  await log.page().clock.runFor(1000);
  await expect(unmeasured).toHaveCount(0);
}

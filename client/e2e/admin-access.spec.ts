/** Every screen of the administration in light and dark: no violation of axe, no sideways scrolling. */
import type { Page } from "@playwright/test";
import { isSound } from "./access";
import { expect, test } from "./fixtures";
import { passwordOf } from "./server";

/** Each page below the administration's address, with its title. */
const SCREENS: readonly (readonly [path: string, title: string])[] = [
  ["/", "Get your chat going"],
  ["/channels", "Channels"],
  ["/channels/new", "New channel"],
  ["/channels/demo", "Fern & Field"],
  ["/channels/demo/embed", "Put Fern & Field on a page"],
  ["/people", "Agents"],
  ["/people/agents/mia", "Mia"],
  ["/people/agents/new", "New agent"],
  ["/people/groups", "Groups"],
  ["/people/groups/sales", "Sales"],
  ["/people/groups/new", "New group"],
  ["/people/hours", "Shop and hours"],
  ["/knowledge", "Knowledge"],
  ["/knowledge/fern", "Fern"],
  ["/knowledge/fern/new", "New document"],
  ["/knowledge/fern/docs/about-fern/en", "Who are you?"],
  ["/knowledge/fern/unanswered", "Fern"],
  ["/knowledge/fern/try", "Fern"],
  ["/knowledge/fern/tests", "Fern"],
  ["/knowledge/fern/import", "Fern"],
  ["/knowledge/fern/settings", "Fern"],
  ["/flows", "Flows"],
  ["/flows/where-is-my-order", "Where is my order?"],
  ["/flows/new", "New flow"],
  ["/flows/new/hours", "New flow"],
  ["/forms", "Forms"],
  ["/forms/garden-visit", "Garden visit"],
  ["/forms/new", "New form"],
  ["/texts", "Quick replies"],
  ["/texts/replies/new", "New quick reply"],
  ["/texts/words", "Sensitive words"],
  ["/texts/evaluation", "Evaluation"],
  ["/connections", "Services"],
  ["/connections/identity", "Visitor identity"],
  ["/connections/identity/demo", "Fern & Field"],
  ["/connections/webhooks", "Webhooks"],
  ["/connections/webhooks/new", "Add a webhook"],
  ["/connections/sign-on", "Single sign-on"],
  ["/safety", "Audit log"],
  ["/safety/visitor", "Visitors' data"],
  ["/safety/retention", "Retention"],
];

/** Many screens, on a machine that may also build. */
const LONG_MS = 300_000;

for (const shade of ["light", "dark"] as const)
  test(`every screen of the administration is sound in ${shade} @phone`, async ({ server, open }) => {
    test.setTimeout(LONG_MS);
    const page = await open({ colorScheme: shade, locale: "en-GB" });
    await page.goto(`${server.url}/desk/admin/?locale=en`);
    await page.getByLabel("Account").fill("admin");
    await page.getByRole("textbox", { name: "Password" }).fill(passwordOf(server.url, "admin"));
    await page.getByRole("textbox", { name: "Password" }).press("Enter");
    for (const [path, title] of SCREENS) {
      await show(page, path, title);
      await isSound(page, path);
    }
  });

/** Opens a page as a link does, and waits until what it shows is loaded. */
async function show(page: Page, path: string, title: string): Promise<void> {
  await expect(page.locator("main h1")).not.toHaveText("Sign in to the administration");
  await page.evaluate((address) => history.pushState(null, "", address), `/desk/admin${path}`);
  await expect(page.locator("main h1").first()).toHaveText(title);
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("status").filter({ hasText: "Loading" })).toHaveCount(0);
}

/** Those who run several tenants: their load, disabling and enabling, and no conversation. */
import type { Page } from "@playwright/test";
import { isSound } from "./access";
import { expect, test, WIDE } from "./fixtures";
import { Owner, PASSWORD } from "./owner";
import { linkOf } from "./server";
import { Visitor } from "./visitor";

/** Chooses the operator's password by the link of the command line. */
async function join(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Password once more").fill(PASSWORD);
  await isSound(page, "join");
  await page.getByRole("button", { name: "Save and start" }).click();
  await expect(page.getByRole("heading", { name: "Tenants" })).toBeVisible();
}

test("an operator watches two shops, disables one and enables it again", async ({ server, open }) => {
  test.setTimeout(120_000);
  const { url } = server;
  await new Owner(await open(WIDE), url).setUp(await linkOf(url, "tenant", "add", "Moss & Bark"));

  const olga = await open(WIDE);
  const link = await linkOf(url, "operator", "add", "olga");
  expect(new URL(link).origin, "operators have an address of their own").not.toBe(new URL(url).origin);
  await join(olga, link);
  const moss = olga.getByRole("row", { name: /Moss & Bark/ });
  const visitors = moss.getByRole("cell").nth(1);
  await expect(olga.getByRole("row")).toHaveCount(3);
  await expect(visitors).toHaveText("0");
  await isSound(olga, "tenants");

  const anna = new Visitor(await open(WIDE), url);
  await test.step("a visitor arrives, and the load changes by itself", async () => {
    await anna.enter("moss-bark");
    await expect(visitors).toHaveText("1");
    await expect(olga.getByText("Live")).toBeVisible();
    await expect(olga.getByRole("main")).not.toContainText("Anna");
  });

  await test.step("the question says what stops, and its visitors read a clear refusal", async () => {
    await olga.getByRole("button", { name: "Disable Moss & Bark" }).click();
    await expect(olga.getByRole("dialog")).toContainText("Its chats stop at once");
    await isSound(olga, "question");
    await olga.getByRole("dialog").getByRole("button", { name: "Disable" }).click();
    await expect(moss).toContainText("Disabled");
    await anna.page.reload();
    await expect(anna.page.getByText("The page is not found")).toBeVisible();
  });

  await test.step("it is enabled again, as it was", async () => {
    await olga.getByRole("button", { name: "Enable Moss & Bark" }).click();
    await expect(moss).toContainText("Running");
    await anna.enter("moss-bark");
  });

  await test.step("the operators' log has both", async () => {
    await olga.getByRole("link", { name: "Audit log" }).click();
    await expect(olga.getByRole("row", { name: /olga Saved Shop moss-bark/ })).toHaveCount(2);
    await isSound(olga, "log");
    await olga.getByRole("link", { name: "Tenants" }).click();
    await expect(moss).toContainText("Running");
  });

  await test.step("the sign-in opens nothing else, and ends", async () => {
    await olga.goto(`${url}/desk/admin/`);
    await expect(olga.getByRole("heading", { name: "Sign in to the administration" })).toBeVisible();
    await olga.goto(new URL("/", link).href);
    await olga.getByRole("button", { name: "Account of olga" }).click();
    await olga.getByRole("button", { name: "Sign out" }).click();
    await expect(olga.getByRole("heading", { name: "Sign in as an operator" })).toBeVisible();
    await isSound(olga, "sign-in");
  });
});

for (const shade of ["light", "dark"] as const)
  test(`every screen of an operator is sound in ${shade} @phone`, async ({ server, open }) => {
    const page = await open({ colorScheme: shade, locale: "en-GB" });
    await join(page, await linkOf(server.url, "operator", "add", "olga"));
    await expect(page.getByText("Fern & Field")).toBeVisible();
    await isSound(page, "tenants");
    await page.getByRole("link", { name: "Audit log" }).click();
    await expect(page.locator("table").getByText("olga").first()).toBeVisible();
    await isSound(page, "log");
    await page.getByRole("button", { name: "Account of olga" }).click();
    await page.getByRole("link", { name: "Your account" }).click();
    await expect(page.getByText("This one")).toBeVisible();
    await isSound(page, "account");
    await page.getByRole("link", { name: "Tenants" }).click();
    await page.getByRole("button", { name: "Disable Fern & Field" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await isSound(page, "question");
  });

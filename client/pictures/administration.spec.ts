/** The pictures of docs/administration.md: the first start, and each room of the demo shop's administration. */
import type { Page } from "@playwright/test";
import { expect, test } from "../e2e/fixtures";
import { Owner } from "../e2e/owner";
import { passwordOf, setupLinkOf, startServer } from "../e2e/server";
import { take } from "./take";

const SCREEN = { viewport: { width: 1440, height: 900 } };

/** Each room: its picture, its address below the administration's, and a text that stands when it is drawn. */
const ROOMS = [
  ["channel", "channels/demo", "Main colour"],
  ["embed", "channels/demo/embed", "Script tag"],
  ["people", "people", "Mia"],
  ["knowledge", "knowledge/fern", "New document"],
  ["flow", "flows/where-is-my-order", "Hand over to an agent"],
  ["texts", "texts", "Quick replies"],
  ["connections", "connections", "Large model"],
  ["identity", "connections/identity/demo", "On your server"],
  ["safety", "safety", "Who"],
] as const;

test("the first start", async ({ open }) => {
  const server = await startServer([], "none");
  const ada = new Owner(await open(SCREEN), server.url);
  await ada.page.goto(await setupLinkOf(server.url));
  await ada.page.getByLabel("Name of the shop").fill("Moss & Bark");
  await take(ada.page, "admin-setup");
  await ada.page.reload();
  await ada.setUp(await setupLinkOf(server.url));
  await take(ada.page, "admin-start");
  await server.remove();
});

test("the rooms of the administration", async ({ server, open }) => {
  const page = await open(SCREEN);
  await signIn(page, server.url);
  for (const [name, path, text] of ROOMS) {
    await page.goto(`${server.url}/desk/admin/${path}`);
    await expect(page.getByRole("main").getByText(text).first()).toBeVisible();
    await take(page, `admin-${name}`);
  }
});

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/desk/admin/`);
  await page.getByLabel("Account").fill("admin");
  await page.getByRole("textbox", { name: "Password" }).fill(passwordOf(url, "admin"));
  await page.getByRole("textbox", { name: "Password" }).press("Enter");
  await expect(page.getByRole("navigation", { name: "Rooms" })).toBeVisible();
}

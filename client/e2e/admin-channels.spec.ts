/** A channel's form with its preview: the visitor's page with settings that nobody else sees. */
import { expect, test } from "./fixtures";
import { passwordOf } from "./server";

const DESKTOP = {
  viewport: { width: 1440, height: 900 },
  isMobile: false,
  hasTouch: false,
  userAgent: undefined,
  locale: "en-GB",
};

test("the preview shows a draft at once, and visitors see it only after it is saved", async ({
  server,
  open,
  visitor,
}) => {
  const anna = await visitor("demo", { locale: "en-GB" });
  const page = await open(DESKTOP);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${server.url}/desk/admin/channels/demo?locale=en`);
  await page.getByLabel("Account").fill("admin");
  await page.getByRole("textbox", { name: "Password" }).fill(passwordOf(server.url, "admin"));
  await page.getByRole("textbox", { name: "Password" }).press("Enter");

  const frame = page.frameLocator("iframe[title=Preview]");
  if (process.env.SHOTS) await page.waitForTimeout(1500);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/first.png` });
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
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/state-${state}.png` });
  }
  await page.getByRole("combobox", { name: "What to show" }).selectOption({ label: "Start of a chat" });
  await page.getByRole("combobox", { name: "Language of the preview" }).selectOption("ar");
  await expect(frame.locator("html")).toHaveAttribute("dir", "rtl");
  expect(asked.filter((path) => path.startsWith("/api/chat/"))).toEqual([]);

  await page.keyboard.press("Control+S");
  await expect(page.getByRole("region", { name: "Unsaved changes" })).toHaveCount(0);
  const ben = await visitor("demo", { locale: "en-GB" });
  await expect(ben.page.getByText("Good morning from the draft")).toBeVisible();
});

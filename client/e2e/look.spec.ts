import { beyond, isSound } from "./access";
import { expect, test } from "./fixtures";

test.describe("each page is accessible, and nothing overflows @phone", () => {
  for (const colorScheme of ["light", "dark"] as const) {
    for (const language of ["en", "zh"]) {
      test(`the shop, ${language}, ${colorScheme}`, async ({ open, server }) => {
        const page = await open({ colorScheme });
        await page.goto(`${server.url}/demo/?lang=${language}`);
        await isSound(page);
      });
    }

    test(`the chat with the robot, ${colorScheme}`, async ({ visitor }) => {
      const anna = await visitor("demo", { colorScheme });
      await anna.write("How fast do you ship?");
      await anna.sees(/within one working day/);
      await isSound(anna.page);
    });

    test(`the queue and the talk, ${colorScheme}`, async ({ visitor, agent }) => {
      const mia = await agent("mia", 1);
      const [anna, ben] = [await visitor("demo", { colorScheme }), await visitor("demo", { colorScheme })];
      await anna.askForAgent();
      await anna.isConnectedTo("Mia");
      await ben.askForAgent();
      await ben.isWaitingAt(1);
      await isSound(ben.page);
      await mia.open();
      await mia.write("Good morning, Anna");
      await anna.sees("Good morning, Anna");
      await isSound(anna.page);
    });

    test(`the desk, ${colorScheme}`, async ({ open, server, visitor, agent }) => {
      const door = await open({ colorScheme });
      await door.goto(`${server.url}/desk/`);
      await expect(door.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
      await isSound(door);
      const mia = await agent("mia", 1);
      await mia.page.emulateMedia({ colorScheme });
      const [anna, ben] = [await visitor(), await visitor()];
      await anna.askForAgent();
      await anna.isConnectedTo("Mia");
      await ben.askForAgent();
      await ben.isWaitingAt(1);
      await anna.write("Where is my parcel?");
      await mia.open();
      await mia.sees("Where is my parcel?");
      await isSound(mia.page);
      await mia.page.getByRole("tab", { name: /Queue/ }).click();
      await isSound(mia.page);
      await mia.page.setViewportSize({ width: 390, height: 844 });
      await isSound(mia.page);
    });
  }
});

for (const [language, locale, question] of [
  ["Arabic", "ar", "سؤال"],
  ["Persian", "fa", "پرسش"],
] as const) {
  test(`in ${language} the chat is read right to left @phone`, async ({ open, server }) => {
    const page = await open();
    await page.goto(`${server.url}/chat_online/index?channelId=demo&locale=${locale}`);
    const field = page.locator("textarea").first();
    // Before that the document's own field is there, and then goes.
    await expect(page.getByRole("log")).toBeVisible();

    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    // The ellipsis of the placeholder is at its end.
    expect(await field.evaluate((empty) => getComputedStyle(empty).direction)).toBe("rtl");
    const send = await page.locator('form button[type="submit"]').boundingBox();
    const words = await field.boundingBox();
    expect(send?.x).toBeLessThan(words?.x ?? 0);
    await field.fill(question);
    await field.press("Enter");
    const own = page.getByRole("log").getByText(question, { exact: true });
    await expect(own).toBeVisible();
    const width = page.viewportSize()?.width ?? 0;
    expect((await own.boundingBox())?.x ?? width).toBeLessThan(width / 2);
    expect(await beyond(page)).toBeLessThanOrEqual(0);
  });
}

test("in Arabic the desk's lists are on the right", async ({ agent }) => {
  const mia = await agent("mia");
  await mia.page.goto(mia.page.url().replace(/\/desk\/.*/, "/desk/?locale=ar"));

  const lists = mia.page.getByRole("tablist");
  await expect(lists).toBeVisible();

  await expect(mia.page.locator("html")).toHaveAttribute("dir", "rtl");
  expect((await lists.boundingBox())?.x).toBeGreaterThan(640);
  expect(await beyond(mia.page)).toBeLessThanOrEqual(0);
});

test("on a phone targets are thumb-sized, and typing does not zoom @phone-only", async ({ visitor }) => {
  const anna = await visitor();
  await expect(anna.chat.getByRole("button", { name: "Talk to an agent" }).first()).toBeVisible();

  const small = await anna.page.evaluate(() =>
    [...document.querySelectorAll("button, a[href], textarea, select")]
      .filter((element) => element.checkVisibility())
      .map((element) => ({
        name: element.textContent || element.ariaLabel,
        ...element.getBoundingClientRect().toJSON(),
      }))
      .filter(({ width, height }) => width > 0 && Math.round(Math.min(height, width)) < 44)
      .map(({ name, width, height }) => `${name}: ${width} × ${height}`),
  );
  const size = await anna.page
    .locator("textarea")
    .first()
    .evaluate((field) => getComputedStyle(field).fontSize);

  expect(small).toEqual([]);
  expect(Number.parseFloat(size)).toBeGreaterThanOrEqual(16);
});

test("the desk's head and tabs stay where they are when the left items take the whole width", async ({
  queue,
}) => {
  const { mia } = await queue();
  const tab = (name: RegExp) => mia.page.getByRole("tab", { name });
  const head = mia.page.getByRole("button", { name: "More", exact: true });
  const next = mia.page.getByRole("button", { name: /^Take next/ });
  const places = () => Promise.all([tab(/^All/), head, next].map((one) => one.boundingBox()));
  const before = await places();

  await tab(/^Left/).click();
  await expect(mia.page.getByRole("searchbox", { name: "Search messages and orders" })).toBeVisible();

  expect(await places()).toEqual(before);
  const middle = async (one: typeof head) => {
    const box = await one.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0) / 2;
  };
  // The button is on the line of the agent's name.
  const name = await middle(mia.page.getByRole("heading", { level: 2, name: "Mia" }));
  expect(Math.abs((await middle(head)) - name)).toBeLessThan(2);
});

import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { picture } from "./picture";
import { openShop } from "./shop";
import { Visitor } from "./visitor";
import { chatFrame, visitShop } from "./widget";

const PART = /part \d/;

test("messages arrive once and in order when the network fails while sending", async ({ talk }) => {
  const { anna, mia } = await talk();
  // The first response is lost: the server has the message, but the page does not know it.
  let isLost = false;
  await anna.page.route("**/sendMsg", async (route) => {
    if (isLost) return route.continue();
    isLost = true;
    await route.fetch();
    await anna.page.context().setOffline(true);
    await route.abort("internetdisconnected");
  });

  for (const words of ["part 1", "part 2", "part 3"]) await anna.write(words);
  await expect(anna.log.getByText("Will be sent when you are back online").first()).toBeVisible();
  await mia.write("part 4");
  await anna.page.context().setOffline(false);

  await mia.sees("part 3");
  await anna.sees("part 4");
  await expect(anna.log.getByText("Will be sent when you are back online")).toHaveCount(0);
  expect((await mia.saidIn(PART)).toSorted()).toEqual(["part 1", "part 2", "part 3", "part 4"]);
  expect((await anna.saidIn(PART)).toSorted()).toEqual(["part 1", "part 2", "part 3", "part 4"]);
  expect(await mia.saidIn(/part [123]/)).toEqual(["part 1", "part 2", "part 3"]);
});

test("after ten minutes offline both sides get all messages once and in order, and the page shows each state", async ({
  talk,
}) => {
  const { anna, mia } = await talk({ clock: true });
  const { page } = anna;
  const notice = anna.chat.getByRole("status").filter({ hasText: /Connecting|You are offline/ });
  await anna.write("part 1");
  await mia.sees("part 1");
  await expect(notice).toHaveCount(0);

  // The clock is paused, so that each state stays visible.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  await page.context().setOffline(true);
  await expect(notice).toHaveText("Connecting…");
  await page.clock.runFor(5000);
  await expect(notice).toContainText("You are offline");

  await anna.write("part 2");
  await mia.write("part 3");
  await expect(anna.log.getByText("Will be sent when you are back online")).toHaveCount(1);
  await page.clock.runFor(300_000);
  await anna.write("part 4");
  await mia.write("part 5");
  await page.clock.runFor(300_000);
  await expect(anna.log.getByText("Will be sent when you are back online")).toHaveCount(2);
  await expect(notice).toContainText("You are offline");

  await page.context().setOffline(false);
  await page.clock.resume();

  await mia.sees("part 4");
  await anna.sees("part 5");
  await expect(anna.log.getByText("Will be sent when you are back online")).toHaveCount(0);
  await expect(notice).toHaveCount(0);
  const said = ["part 1", "part 3", "part 5", "part 2", "part 4"];
  await expect.poll(() => anna.saidIn(PART)).toEqual(said);
  expect(await mia.saidIn(PART)).toEqual(said);
  await mia.write("part 6");
  await anna.sees("part 6");
});

// [ST-16]
test("a device that slept for hours gets missed messages when it wakes, although its poll is lost", async ({
  talk,
}) => {
  const { anna, mia } = await talk({ clock: true });
  // The connection of a sleeping device is dead: its poll gets no response.
  const polls: string[] = [];
  await anna.page.route("**/getEventMsg", (route) => void polls.push(route.request().url()));
  await mia.write("part 1");
  await expect.poll(() => polls.length).toBe(1);
  await mia.write("part 2");

  await anna.page.unroute("**/getEventMsg");
  await anna.page.clock.fastForward("03:00:00");

  await anna.sees("part 2");
  await anna.write("part 3");
  await mia.sees("part 3");
  expect(await anna.saidIn(PART)).toEqual(["part 1", "part 2", "part 3"]);
});

test("a page reloaded while sending sends the message once", async ({ talk }) => {
  const { anna, mia } = await talk();
  // The server has the messages, and the page reloads before a response or a poll says so.
  await anna.page.route("**/sendMsg", async (route) => void (await route.fetch()));
  let isDeaf = false;
  await anna.page.route("**/getEventMsg", async (route) => {
    const answer = await route.fetch();
    if (!isDeaf) await route.fulfill({ response: answer });
  });
  await mia.write("part 0");
  await anna.sees("part 0");
  isDeaf = true;
  await anna.write("part 1");
  await anna.write("part 2");
  await mia.sees("part 1");
  await expect.poll(() => waiting(anna.page)).toBe(2);

  await anna.page.unrouteAll({ behavior: "ignoreErrors" });
  await anna.page.reload();

  await mia.sees("part 2");
  await anna.sees("part 1");
  await anna.sees("part 2");
  await expect.poll(() => waiting(anna.page)).toBe(0);
  expect(await anna.saidIn(PART)).toEqual(["part 0", "part 1", "part 2"]);
  expect(await mia.saidIn(PART)).toEqual(["part 0", "part 1", "part 2"]);
});

test("unsent text and pictures survive a reload and are sent by themselves", async ({ talk }) => {
  const { anna, mia } = await talk();
  await anna.page.route("**/api/**", (route) => route.abort());
  await anna.write("kept words");
  await anna.sends(picture("kept.png"));
  await expect(anna.log.getByText("Will be sent when you are back online")).toHaveCount(2);
  await expect.poll(() => waiting(anna.page)).toBe(2);

  await anna.page.goto("about:blank");
  await anna.page.unrouteAll();
  await anna.enter("demo");

  await mia.sees("kept words");
  await expect(mia.page.getByRole("button", { name: "Open picture kept.png" })).toBeVisible();
  await anna.sees("kept words");
  await expect.poll(() => waiting(anna.page)).toBe(0);
});

test("a second page sends what the first could not, without duplicates", async ({ server, talk }) => {
  const { anna, mia } = await talk();
  await anna.page.route("**/api/**", (route) => route.abort());
  await anna.write("from the first page");
  await expect(anna.log.getByText("Will be sent when you are back online")).toBeVisible();

  const second = new Visitor(await anna.page.context().newPage(), server.url);
  await second.enter("demo");
  await mia.sees("from the first page");
  await second.sees("from the first page");
  await anna.page.unrouteAll();
  await expect(anna.chat.getByText(/new window/)).toBeVisible();

  await second.write("from the second page");
  await mia.sees("from the second page");
  expect(await mia.saidIn(/from the (first|second) page/)).toEqual([
    "from the first page",
    "from the second page",
  ]);
});

test("without storage the chat works until the page closes", async ({ server, open }) => {
  const page = await open();
  await denyStorage(page);
  const anna = new Visitor(page, server.url);
  await anna.enter("demo");

  await anna.write("How fast do you ship to Anna?");

  await anna.sees("How fast do you ship to Anna?");
  await anna.sees(/within one working day/);
  await page.reload();
  await expect(anna.log).toBeVisible();
  await anna.seesNot("How fast do you ship to Anna?");
});

test("without storage the chat also works in a frame of another site", async ({ server, open }) => {
  const shop = await openShop(server.url);
  const page = await open();
  await denyStorage(page);
  await visitShop(page, shop.url);
  await page.evaluate("Frontdesk.open()");
  const anna = new Visitor(page, server.url, await chatFrame(page));

  await anna.write("How fast do you ship to Anna?");

  await anna.sees(/within one working day/);
  await shop.close();
});

/** Makes storage throw, as browsers do when a person or a partition blocks it. */
async function denyStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException("denied", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage", "indexedDB"])
      Object.defineProperty(window, name, { get: refuse });
  });
}

/** Counts the unsent messages stored in the browser. */
function waiting(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open("frontdesk");
        opening.onsuccess = () => {
          const asked = opening.result.transaction("unsent").objectStore("unsent").count();
          asked.onsuccess = () => resolve(asked.result);
        };
      }),
  );
}

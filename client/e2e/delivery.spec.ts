import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { picture } from "./picture";
import { openShop } from "./shop";
import { Visitor } from "./visitor";
import { chatFrame, visitShop } from "./widget";

test("the network goes in the middle of sends: each message arrives once and in order", async ({ talk }) => {
  const { anna, mia } = await talk();
  // The first answer is lost on its way: the server has the message, the page does not know.
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
  expect((await mia.saidIn(/part \d/)).toSorted()).toEqual(["part 1", "part 2", "part 3", "part 4"]);
  expect((await anna.saidIn(/part \d/)).toSorted()).toEqual(["part 1", "part 2", "part 3", "part 4"]);
  expect(await mia.saidIn(/part [123]/)).toEqual(["part 1", "part 2", "part 3"]);
});

test("what could not be sent survives a reload, words and picture, and goes by itself", async ({ talk }) => {
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

test("a second page of a visitor sends what the first could not, and neither says it twice", async ({
  server,
  talk,
}) => {
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

test("where a browser keeps nothing the chat works for as long as the page lives", async ({
  server,
  open,
}) => {
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

test("in a frame of another site that may keep nothing the chat works, too", async ({ server, open }) => {
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

/** As browsers do where a person or a partition forbids it. */
async function denyStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException("denied", "SecurityError");
    };
    for (const name of ["localStorage", "sessionStorage", "indexedDB"])
      Object.defineProperty(window, name, { get: refuse });
  });
}

/** How many messages wait in the browser. */
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

/** What the widget leaves on a page it is taken away from. */
import type { CDPSession, Page } from "@playwright/test";
import { openShop } from "./shop";
import { expect, launcher, test } from "./widget";

// A recording takes hold of every frame it sees, and of some for good: what it holds would be counted.
test.use({ trace: "off" });

test("booted and taken away a hundred times, the widget leaves the page as it was", async ({
  server,
  open,
}) => {
  const shop = await openShop(server.url, { channel: "" });
  const page = await open();
  const file = page.waitForRequest(/assets\/panel-/);
  await page.goto(shop.url);
  await page.waitForFunction("typeof Frontdesk.boot === 'function'");
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const before = await standing(page, session);
  const boot = `
    Frontdesk.boot({ channelId: "demo" });
    Frontdesk.identify({ userName: "Anna" });
    Frontdesk.open();`;

  // Taken away while the panel's file is on its way: what comes then finds nothing to stand in.
  await page.evaluate(`${boot} Frontdesk.shutdown();`);
  const panel = JSON.stringify((await file).url());
  await page.evaluate(`import(${panel})`);
  await expect.poll(() => standing(page, session)).toEqual(before);
  // Taken away from a chat that talks.
  await page.evaluate(`(async () => {
    ${boot}
    await new Promise((resolve) => Frontdesk.on("ready", resolve));
    Frontdesk.shutdown();
  })()`);
  await expect.poll(() => standing(page, session)).toEqual(before);
  // Every other time the panel comes after the end; the page's own import of it is answered after the widget's.
  await page.evaluate(`(async () => {
    for (let round = 0; round < 100; round += 1) {
      ${boot}
      if (round % 2 === 0) await import(${panel}).then(() => new Promise((resolve) => setTimeout(resolve)));
      Frontdesk.shutdown();
    }
    await import(${panel});
  })()`);
  await expect.poll(() => standing(page, session)).toEqual(before);

  expect(await page.evaluate("document.documentElement.style.overflow")).toBe("");
  await page.evaluate(`Frontdesk.boot({ channelId: "demo" })`);
  await expect.poll(() => launcher(page)).toMatch(/^Chat/);
  await shop.close();
});

/** What stands on the page and listens on it, without what is not needed any more. */
async function standing(page: Page, session: CDPSession): Promise<Record<string, unknown>> {
  await session.send("HeapProfiler.collectGarbage");
  const { metrics } = await session.send("Performance.getMetrics");
  const { documents, nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
  const frames = metrics.find(({ name }) => name === "Frames")?.value;
  const onPage = await page.evaluate(() => ({
    elements: document.querySelectorAll("*").length,
    globals: Object.keys(window).sort(),
    storage: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
  }));
  return { documents, nodes, jsEventListeners, frames, ...onPage };
}

/** What the widget leaves behind on a page after `shutdown`. */
import type { CDPSession, Page } from "@playwright/test";
import { openShop } from "./shop";
import { expect, launcher, test } from "./widget";

// A trace keeps references to frames, which would be counted as leaks.
test.use({ trace: "off" });

test("after a hundred boots and shutdowns the page has only the mark left", async ({ server, open }) => {
  const shop = await openShop(server.url, { channel: "" });
  const page = await open();
  const file = page.waitForRequest(/assets\/panel-/);
  await page.goto(shop.url);
  await page.waitForFunction("typeof Frontdesk.boot === 'function'");
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const before = await standing(page, session);
  // Only the mark stays, for what the chat's own storage keeps of the visitor.
  const gone = { ...before, storage: ["frontdesk.chat.demo"] };
  const boot = `
    Frontdesk.boot({ channelId: "demo" });
    Frontdesk.identify({ userName: "Anna" });
    Frontdesk.open();`;

  // Shut down while the panel's file loads: the late file must not build anything.
  await page.evaluate(`${boot} Frontdesk.shutdown();`);
  const panel = JSON.stringify((await file).url());
  await page.evaluate(`import(${panel})`);
  await expect.poll(() => standing(page, session)).toEqual(gone);
  // Shut down while the chat is connected.
  await page.evaluate(`(async () => {
    ${boot}
    await new Promise((resolve) => Frontdesk.on("ready", resolve));
    Frontdesk.shutdown();
  })()`);
  await expect.poll(() => standing(page, session)).toEqual(gone);
  // In every other round the panel arrives after the shutdown. The page's own import resolves after the widget's.
  await page.evaluate(`(async () => {
    for (let round = 0; round < 100; round += 1) {
      ${boot}
      if (round % 2 === 0) await import(${panel}).then(() => new Promise((resolve) => setTimeout(resolve)));
      Frontdesk.shutdown();
    }
    await import(${panel});
  })()`);
  await expect.poll(() => standing(page, session)).toEqual(gone);

  expect(await page.evaluate("document.documentElement.style.overflow")).toBe("");
  await page.evaluate(`Frontdesk.boot({ channelId: "demo" })`);
  await expect.poll(() => launcher(page)).toMatch(/^Chat/);
  await shop.close();
});

/** Counts elements, listeners, frames, globals and storage of the page after a garbage collection. */
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

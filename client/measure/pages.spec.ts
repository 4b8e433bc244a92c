/**
 * Measures how soon a visitor can write, the widget's cost in the shop's page, the scrolling of a long history, and
 * memory, in the real browser against the real program. A figure is the median of its rounds.
 */
import type { Page } from "@playwright/test";
import { withHistory } from "../e2e/history";
import { openShop } from "../e2e/shop";
import { expect, test } from "../e2e/widget";
import { BarePage } from "./bare";

const ROUNDS = 5;
/** Slow 4G and a slow processor: 1.6 Mbit/s each way, 150 ms, a quarter of the speed. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const SLOWER = 4;
const MESSAGES = 5000;
const TIMES_OPENED = 100;

test("the input is usable", async ({ server, browser }) => {
  const written: number[] = [];
  const taken: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await BarePage.open(browser, noteLetter);
    await slowDown(page);
    await page.send("Page.navigate", { url: `${server.url}/chat_online/index?channelId=demo&locale=en` });
    // The page's own script reports the field: a look from outside would take longer than the measured time.
    await page.evaluate("fieldIsThere");
    await page.send("Input.dispatchKeyEvent", { type: "char", text: "H" });
    taken.push(await page.figure("window.takenAt"));
    written.push(await page.figure("window.writtenAt"));
    await page.close();
  }
  row("first visit on slow 4G, processor 4 x slower: a letter stands in the input", written, "ms", 2000);
  row("the same letter stands in the chat, which can send it", taken, "ms", 2000);
});

/**
 * Records, in ms since the start of the visit, when the pressed letter is painted in the first field, and when in the
 * chat's own field. `fieldIsThere` is set when a field exists.
 */
function noteLetter(): void {
  const note = (name: string, fields: string, then?: () => void) => {
    const look = () => {
      const isThere = [...document.querySelectorAll("textarea")].some(
        (field) => field.matches(fields) && field.value === "H",
      );
      if (!isThere) return void requestAnimationFrame(look);
      Object.assign(window, { [name]: performance.now() });
      then?.();
    };
    requestAnimationFrame(look);
  };
  const fieldIsThere = new Promise<void>((resolve) => {
    const watch = new MutationObserver(() => {
      const field = document.querySelector("textarea");
      if (!field || field.disabled) return;
      watch.disconnect();
      field.focus();
      note("writtenAt", "*", () => note("takenAt", "#root *"));
      resolve();
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  Object.assign(window, { fieldIsThere });
}

test("the host page is not held up", async ({ server, browser }) => {
  const shop = await openShop(server.url);
  const own: number[] = [];
  const withChat: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const page = await BarePage.open(browser, noteLongTasks);
    await slowDown(page);
    await page.send("Page.navigate", { url: shop.url });
    await page.figure("typeof window.Frontdesk?.open === 'function' ? 1 : ''");
    await page.evaluate("Frontdesk.open()");
    await page.figure("heard.includes('status robot') ? 1 : ''");
    own.push(await page.figure("Math.max(0, ...tasks.self)"));
    withChat.push(await page.figure("Math.max(0, ...tasks.self, ...tasks.frame)"));
    await page.close();
  }
  await shop.close();
  row("longest task over 50 ms of the shop's page, loader and panel, same slowness", own, "ms", 50);
  row("the same, where the browser runs the chat's frame in the shop's process", withChat, "ms", 50);
});

/** Tasks of 50 ms and more, of the page and of frames in its process, as small devices run them. */
function noteLongTasks(): void {
  const tasks: { self: number[]; frame: number[] } = { self: [], frame: [] };
  Object.assign(window, { tasks });
  const note = (list: PerformanceObserverEntryList) => {
    for (const { name, duration } of list.getEntries())
      (name.includes("descendant") ? tasks.frame : tasks.self).push(duration);
  };
  new PerformanceObserver(note).observe({ type: "longtask", buffered: true });
}

test("a long history scrolls", async ({ server, browser, contextOptions }) => {
  const frames: number[] = [];
  const heaps: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext(contextOptions);
    const page = await context.newPage();
    await withHistory(page, MESSAGES);
    await page.goto(`${server.url}/chat_online/index?channelId=demo&locale=en`);
    await expect(page.getByRole("log").getByText(`message ${MESSAGES} `)).toBeVisible();
    // Wait for the page's idle loading, which does not belong to the list.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 500))));
    frames.push(await page.evaluate(scrollThrough));
    heaps.push(await heapOf(page));
    await context.close();
  }
  row(`longest frame while ${MESSAGES} messages scroll by`, frames, "ms", 32);
  row(`memory of the page's script with ${MESSAGES} messages`, heaps, "MB", 60);
});

test("the panel is opened and closed", async ({ server, browser, contextOptions }) => {
  const shop = await openShop(server.url);
  const grown: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext(contextOptions);
    const page = await context.newPage();
    await page.goto(shop.url);
    await page.waitForFunction(
      () => typeof Reflect.get(Object(Reflect.get(window, "Frontdesk")), "open") === "function",
    );
    await page.evaluate("Frontdesk.open()");
    await page.waitForFunction(() => Reflect.get(window, "heard").includes("status robot"));
    // After the first ten, everything that is loaded or built once exists.
    await openAndClose(page, 10);
    const before = await heapOf(page);
    await openAndClose(page, TIMES_OPENED);
    grown.push((await heapOf(page)) - before);
    await context.close();
  }
  await shop.close();
  row(`memory of shop and chat, grown by opening and closing ${TIMES_OPENED} times`, grown, "MB", 0.5);
});

/** Opens and closes the chat, and waits until each is visible. */
async function openAndClose(page: Page, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1)
    for (const act of ["open", "close"])
      await page.evaluate(
        `new Promise((seen) => { Frontdesk.${act}(); requestAnimationFrame(() => setTimeout(seen)); })`,
      );
}

/** Memory of the page's script after a garbage collection, MB, including frames in the page's process. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  await session.detach();
  return usedSize / 1_000_000;
}

async function slowDown(page: BarePage): Promise<void> {
  await page.send("Network.enable");
  await page.send("Network.emulateNetworkConditions", SLOW_4G);
  await page.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
}

/** Scrolls from the end to the beginning in four seconds, and returns the longest time between two frames, ms. */
function scrollThrough(): Promise<number> {
  const inner = document.querySelector('[data-row="message"]');
  let list = inner?.parentElement ?? null;
  while (list && list.scrollHeight <= list.clientHeight + 1) list = list.parentElement;
  if (!list) throw new Error("no list to scroll");
  const scroller = list;
  const spent = 4000;
  const top = scroller.scrollTop;
  return new Promise((resolve) => {
    const begun = performance.now();
    let last = begun;
    let longest = 0;
    const step = (now: number) => {
      longest = Math.max(longest, now - last);
      last = now;
      scroller.scrollTop = top * Math.max(0, 1 - (now - begun) / spent);
      if (now - begun < spent) requestAnimationFrame(step);
      else resolve(longest);
    };
    requestAnimationFrame((now) => {
      last = now;
      requestAnimationFrame(step);
    });
  });
}

function row(what: string, figures: readonly number[], unit: string, aim: number): void {
  const sorted = figures.toSorted((one, other) => one - other);
  const [median = 0, least = 0, most = 0] = [sorted[Math.floor(sorted.length / 2)], sorted[0], sorted.at(-1)];
  const digits = unit === "MB" ? 1 : 0;
  const spread = `${least.toFixed(digits)}-${most.toFixed(digits)}`;
  const missed = median <= aim ? "" : ", **missed**";
  const description = `| ${what} | ${median.toFixed(digits)} ${unit} (${spread}) | ${aim} ${unit}${missed} |`;
  test.info().annotations.push({ type: "row", description });
}

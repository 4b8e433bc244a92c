/** Scrolling the message list: it goes where the reader moves it, and nowhere else. */
import type { Page } from "@playwright/test";
import type { Agent } from "./agent";
import { expect, test } from "./fixtures";
import { withHistory } from "./history";
import { Visitor } from "./visitor";

const MESSAGES = 300;
const STEP_PX = 40;
const STEPS = 30;

test("a list scrolled up in small steps never jumps back to its end", async ({ server, open }) => {
  const anna = await withPast(await open(), server.url);
  await anna.page.evaluate(watchList);

  await anna.log.hover();
  for (let step = 0; step < STEPS; step += 1) await anna.page.mouse.wheel(0, -STEP_PX);

  await expect.poll(() => fromEnd(anna.page)).toBeGreaterThanOrEqual(STEPS * STEP_PX - 2);
  expect(await anna.page.evaluate("wentBack")).toBe(0);
});

test("a list dragged up fast stays where it is dragged to", async ({ server, open }) => {
  const anna = await withPast(await open(), server.url);
  await anna.page.evaluate(watchList);

  const strayed = await anna.page.evaluate(dragUp);

  expect(strayed).toBe(0);
  await expect(anna.log.getByText(`message ${MESSAGES} `)).not.toBeInViewport();
});

test("a new message does not move a reader of old ones, is counted, and is one press away @phone", async ({
  server,
  agent,
  open,
}) => {
  const { mia, anna } = await talking(await agent("mia", 1), await open(), server.url);
  await anna.log.evaluate((log) => log.scrollBy(0, -4 * log.clientHeight));
  const toEnd = anna.chat.getByRole("button", { name: "To the newest message" });
  await expect(toEnd).toBeVisible();
  const read = await onceStill(anna.page);

  await mia.write("one more thing");
  const counted = anna.chat.getByRole("button", { name: "1 new message" });
  await expect(counted).toBeVisible();
  expect(await inTheMiddle(anna.page)).toEqual(read);

  await counted.click();
  await expect(anna.log.getByText("one more thing")).toBeInViewport();
  await expect(counted).toBeHidden();
  await mia.write("and another");
  await expect(anna.log.getByText("and another")).toBeInViewport();
});

test("a list pulled up by less than a line stays, and still follows new messages", async ({
  server,
  agent,
  open,
}) => {
  const { mia, anna } = await talking(await agent("mia", 1), await open(), server.url);

  await anna.log.evaluate((log) => log.scrollBy(0, -30));
  await expect.poll(() => fromEnd(anna.page)).toBe(30);
  // Wait until the list rests: it follows nothing while the reader moves it.
  await expect(anna.log.locator("> ol")).not.toHaveCSS("pointer-events", "none");
  await mia.write("one more thing");
  await expect(anna.log.getByText("one more thing")).toBeInViewport();
  await expect.poll(() => fromEnd(anna.page)).toBe(0);
});

async function withPast(page: Page, url: string): Promise<Visitor> {
  await withHistory(page, MESSAGES);
  const visitor = new Visitor(page, url);
  await visitor.enter("demo");
  await expect(visitor.log.getByText(`message ${MESSAGES} `)).toBeVisible();
  // The FAQ menu arrives by itself after a second.
  await expect(visitor.log.locator('[data-row="faq"]')).toBeInViewport();
  return visitor;
}

/** A visitor with a history who talks to an agent. */
async function talking(mia: Agent, page: Page, url: string): Promise<{ mia: Agent; anna: Visitor }> {
  const anna = await withPast(page, url);
  await anna.askForAgent();
  await anna.isConnectedTo("Mia");
  await mia.open();
  return { mia, anna };
}

/** The distance of the list from its end, in px. */
function fromEnd(page: Page): Promise<number> {
  return page
    .getByRole("log")
    .evaluate((log) => Math.round(log.scrollHeight - log.clientHeight - log.scrollTop));
}

/** The message in the middle of the window, and its position. */
function inTheMiddle(page: Page): Promise<unknown> {
  return page.getByRole("log").evaluate((log) => {
    const { top, height } = log.getBoundingClientRect();
    const rows = [...log.querySelectorAll("li")];
    const row = rows.find((each) => {
      const place = each.getBoundingClientRect();
      return place.top <= top + height / 2 && place.bottom > top + height / 2;
    });
    return [row?.textContent, Math.round(row?.getBoundingClientRect().top ?? 0)];
  });
}

/** The same, after the rows around it are measured. */
async function onceStill(page: Page): Promise<unknown> {
  let last: unknown;
  await expect(async () => {
    const before = last;
    last = await inTheMiddle(page);
    expect(last).toEqual(before);
  }).toPass();
  return last;
}

/** Counts the frames in which the list jumped back towards its end. Small shifts come from rows that are measured. */
function watchList(): void {
  const log = document.querySelector('[role="log"]');
  if (!log) throw new Error("no list");
  let last = 0;
  Object.assign(window, { wentBack: 0 });
  const look = () => {
    const now = log.scrollHeight - log.clientHeight - log.scrollTop;
    const isBack = now < last - log.clientHeight / 2 || (now <= 2 && last > 2);
    if (isBack) Object.assign(window, { wentBack: Reflect.get(window, "wentBack") + 1 });
    last = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Moves the list to its beginning in 60 frames, and counts how often it was far below its new position. */
function dragUp(): Promise<number> {
  const log = document.querySelector('[role="log"]');
  if (!log) throw new Error("no list");
  const from = log.scrollTop;
  const FRAMES = 60;
  let strayed = 0;
  return new Promise((resolve) => {
    const step = (frame: number) => {
      const put = log.scrollTop;
      log.scrollTop = from * (1 - frame / FRAMES);
      requestAnimationFrame(() => {
        // Measured rows above shift the list a little; a window's height is a jump.
        if (log.scrollTop > put + log.clientHeight) strayed += 1;
        if (frame < FRAMES) step(frame + 1);
        else resolve(strayed);
      });
    };
    step(1);
  });
}

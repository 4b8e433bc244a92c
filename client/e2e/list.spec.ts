/** The list under the reader's hand: it goes where it is moved to, and never anywhere else. */
import type { Page } from "@playwright/test";
import type { Agent } from "./agent";
import { expect, test } from "./fixtures";
import { withHistory } from "./history";
import { Visitor } from "./visitor";

const MESSAGES = 300;
const STEP_PX = 40;
const STEPS = 30;

test("scrolled up from the first moment on, in small steps, the list never goes back to its end", async ({
  server,
  open,
}) => {
  const anna = await withPast(await open(), server.url);
  await anna.page.evaluate(watchList);

  await anna.log.hover();
  for (let step = 0; step < STEPS; step += 1) await anna.page.mouse.wheel(0, -STEP_PX);

  await expect.poll(() => fromEnd(anna.page)).toBeGreaterThanOrEqual(STEPS * STEP_PX - 2);
  expect(await anna.page.evaluate("wentBack")).toBe(0);
});

test("dragged up as fast as a thumb goes the list stays where it is dragged to", async ({ server, open }) => {
  const anna = await withPast(await open(), server.url);
  await anna.page.evaluate(watchList);

  const strayed = await anna.page.evaluate(dragUp);

  expect(strayed).toBe(0);
  await expect(anna.log.getByText(`message ${MESSAGES} `)).not.toBeInViewport();
});

test("what is said while older messages are read moves nothing, is counted, and is a press away @phone", async ({
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

test("pulled up by less than a line the list stays, and still follows what is said next", async ({
  server,
  agent,
  open,
}) => {
  const { mia, anna } = await talking(await agent("mia", 1), await open(), server.url);

  await anna.log.evaluate((log) => log.scrollBy(0, -30));
  await expect.poll(() => fromEnd(anna.page)).toBe(30);
  // It rests: while it is being moved nothing takes it anywhere.
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
  // What comes by itself a second after the start.
  await expect(visitor.log.locator('[data-row="faq"]')).toBeInViewport();
  return visitor;
}

/** A visitor with a past who talks to an agent. */
async function talking(mia: Agent, page: Page, url: string): Promise<{ mia: Agent; anna: Visitor }> {
  const anna = await withPast(page, url);
  await anna.askForAgent();
  await anna.isConnectedTo("Mia");
  await mia.open();
  return { mia, anna };
}

/** How far the list stands from its end, in px. */
function fromEnd(page: Page): Promise<number> {
  return page
    .getByRole("log")
    .evaluate((log) => Math.round(log.scrollHeight - log.clientHeight - log.scrollTop));
}

/** The message in the middle of the window, and where it stands there. */
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

/** The same, once the rows around it are measured. */
async function onceStill(page: Page): Promise<unknown> {
  let last: unknown;
  await expect(async () => {
    const before = last;
    last = await inTheMiddle(page);
    expect(last).toEqual(before);
  }).toPass();
  return last;
}

/** Counts, frame by frame, how often the list was at its end again, or much nearer: rows that are measured shift it a little. */
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

/** Moves the list to its beginning in 60 frames; how often it stood far below where it had been put. */
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
        // Rows above that are measured move it a little; a window's height is a jump.
        if (log.scrollTop > put + log.clientHeight) strayed += 1;
        if (frame < FRAMES) step(frame + 1);
        else resolve(strayed);
      });
    };
    step(1);
  });
}

/**
 * Measures the desk of an agent with thirty open conversations, while ten messages a second arrive in all of them: how
 * soon a conversation is there after a click, how soon a typed letter is, and how many tasks hold the page up.
 */
import type { Page } from "@playwright/test";
import { Administration } from "../e2e/administration";
import { type Crowd, crowd } from "../e2e/crowd";
import { expect, test } from "../e2e/fixtures";
import { rowOf } from "./row";

const VISITORS = 30;
/** The messages of each conversation at the beginning, about half from each side. */
const MESSAGES_BEFORE = 30;
const A_SECOND = 10;
const LETTERS = 300;
const LETTER_EVERY_MS = 80;

test("the desk with thirty open conversations", async ({ server, agent }) => {
  const administration = await Administration.of(server.url);
  const mia = await administration.call("agents/get", { adminId: "mia" });
  await administration.call("agents/put", { ...mia, capacity: VISITORS });
  const desk = await agent("mia", VISITORS);
  const { page } = desk;
  const people = await crowd(server.url, VISITORS);
  await expect(desk.conversations).toHaveCount(VISITORS);
  await people.talk(MESSAGES_BEFORE);
  await page.evaluate(noteFigures);

  const arriving = people.keepSaying(A_SECOND);
  await page.reload();
  await expect(desk.conversations).toHaveCount(VISITORS);
  await page.evaluate(noteFigures);
  const first = await switchThrough(page, people);
  const again = await switchThrough(page, people);
  const switching = await tasks(page);
  await desk.composer.click();
  await page.evaluate("figures.letters.length = 0");
  for (let letter = 0; letter < LETTERS; letter += 1) {
    await page.keyboard.press(letter % 6 === 5 ? "Space" : "abcdefgh".charAt(letter % 8));
    await page.waitForTimeout(LETTER_EVERY_MS);
  }
  const letters = await page.evaluate<number[]>("figures.letters");
  const typing = await tasks(page);
  const said = await arriving.end();

  expect(letters.length, "each letter is measured").toBe(LETTERS);
  expect(said.refused, "messages that the server refused").toBe(0);
  rowOf(
    "thirty open conversations, ten messages a second: from a click on another one to its messages",
    first,
    "p95",
    100,
  );
  rowOf("the same for one that was open before", again, "p95", 100);
  rowOf("from a pressed key to its letter in the message field, meanwhile", letters, "p95", 50);
  rowOf("tasks over 50 ms a minute, while the agent goes from one to the next", [switching], "count", 0);
  rowOf("the same while the agent types", [typing], "count", 0);
});

/** Opens one after the other with a click. Returns for each how long its messages took, in ms. */
async function switchThrough(page: Page, { names, userIds }: Crowd): Promise<number[]> {
  const taken: number[] = [];
  for (const [at, userId] of userIds.entries()) {
    await page.evaluate(`figures.awaits(${JSON.stringify(`I am ${names[at]}`)})`);
    // Playwright's own search for the row would count as a task of the page.
    const { x, y } = await page.evaluate<{ x: number; y: number }>(`figures.rowOf("${userId}")`);
    await page.mouse.click(x, y);
    taken.push(await page.evaluate<number>("figures.opened"));
  }
  return taken;
}

/** The tasks over 50 ms since the last look, for each minute. */
async function tasks(page: Page): Promise<number> {
  return page.evaluate<number>("figures.tasksAMinute()");
}

/** Notes when a click or a letter is painted. It runs in the page. */
function noteFigures(): void {
  const letters: number[] = [];
  let long = 0;
  let since = performance.now();
  /** Called in a frame: runs once that frame is painted. */
  const painted = (then: () => void) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = then;
    port2.postMessage("");
  };
  const figures = {
    letters,
    opened: Promise.resolve(0),
    /** The next click opens a conversation with these words. */
    awaits(words: string) {
      this.opened = new Promise((resolve) => {
        const onClick = ({ timeStamp }: Event) => {
          const look = () => {
            const isThere = document.querySelector('[role="log"]')?.textContent?.includes(words);
            if (isThere) painted(() => resolve(performance.now() - timeStamp));
            else requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        };
        addEventListener("click", onClick, { capture: true, once: true });
      });
    },
    /** Where a conversation's row is at the moment: the rows move as messages arrive. */
    rowOf(userId: string) {
      const row = document.querySelector(`[role="tabpanel"] a[href$="/talk/${userId}"]`);
      row?.scrollIntoView({ block: "nearest" });
      const { x, y, width, height } = row?.getBoundingClientRect() ?? new DOMRect();
      return { x: x + width / 2, y: y + height / 2 };
    },
    tasksAMinute() {
      const minutes = (performance.now() - since) / 60_000;
      const each = long / minutes;
      long = 0;
      since = performance.now();
      return each;
    },
  };
  Object.assign(window, { figures });
  addEventListener(
    "keydown",
    ({ timeStamp }) =>
      requestAnimationFrame(() => painted(() => letters.push(performance.now() - timeStamp))),
    { capture: true },
  );
  new PerformanceObserver((list) => {
    long += list.getEntries().length;
  }).observe({ type: "longtask" });
}

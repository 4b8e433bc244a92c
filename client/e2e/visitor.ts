/** A visitor: what they can do and see, found by the texts on the page. */
import { expect, type Frame, type Locator, type Page } from "@playwright/test";
import type { Picture } from "./picture";

export class Visitor {
  readonly page: Page;
  /** The chat: the page itself, or the frame in a shop's page. */
  readonly chat: Page | Frame;
  readonly log: Locator;
  readonly composer: Locator;
  readonly queue: Locator;
  readonly #url: string;

  constructor(page: Page, url: string, chat: Page | Frame = page) {
    this.page = page;
    this.chat = chat;
    this.#url = url;
    this.log = chat.getByRole("log");
    this.composer = chat.getByRole("textbox", { name: /^(Your message|输入|您的消息)/ });
    this.queue = chat.getByRole("region", { name: "Your place in the queue" });
  }

  async enter(channelId: string, query = ""): Promise<void> {
    await this.page.goto(`${this.#url}/chat_online/index?channelId=${channelId}${query}`);
    await expect(this.log).toBeVisible();
  }

  async write(words: string): Promise<void> {
    const field = this.chat.locator("textarea").first();
    await field.fill(words);
    await field.press("Enter");
  }

  async askForAgent(): Promise<void> {
    await this.chat.getByRole("button", { name: "Talk to an agent" }).last().click();
  }

  async sends(picture: Picture): Promise<void> {
    await this.chat.locator('input[type="file"][data-kind="image"]').setInputFiles(picture);
    await this.chat.getByRole("dialog").getByRole("button", { name: "Send picture" }).click();
  }

  /** Checks that the conversation shows the text exactly once. */
  async sees(words: string | RegExp): Promise<void> {
    await expect(this.log.getByText(words)).toHaveCount(1);
  }

  async seesNot(words: string | RegExp): Promise<void> {
    await expect(this.log.getByText(words)).toHaveCount(0);
  }

  async isConnectedTo(nick: string): Promise<void> {
    await expect(this.chat.getByRole("heading", { level: 1, name: nick })).toBeVisible();
  }

  async isWaitingAt(position: number): Promise<void> {
    await expect(this.queue.getByRole("status")).toHaveText(String(position));
  }

  /** The matching messages of the log, in order and with duplicates. */
  async saidIn(order: RegExp): Promise<string[]> {
    const rows = await this.log.evaluate(readFromTheEnd);
    return rows.flatMap((row) => order.exec(row)?.[0] ?? []);
  }
}

/** Reads every message of a virtual list by scrolling through it, and leaves it at its end. */
async function readFromTheEnd(log: Element): Promise<string[]> {
  const toNextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const read = new Map<string, string>();
  const gather = () => {
    const rows = [...log.querySelectorAll<HTMLElement>('[data-row="message"]')];
    const more = rows.filter(({ dataset }) => !read.has(dataset.key ?? ""));
    const known = [...read];
    read.clear();
    for (const row of more) read.set(row.dataset.key ?? "", row.textContent ?? "");
    for (const [key, words] of known) read.set(key, words);
    return more.length;
  };
  const goTo = async (top: number) => {
    log.scrollTop = top;
    // The list draws new rows in the next frame and measures them in the one after.
    await toNextFrame();
    await toNextFrame();
    return gather();
  };
  await goTo(log.scrollHeight);
  while (log.scrollTop > 0) await goTo(log.scrollTop - log.clientHeight / 2);
  while ((await goTo(0)) > 0);
  await goTo(log.scrollHeight);
  return [...read.values()];
}

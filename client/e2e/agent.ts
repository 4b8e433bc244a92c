/** An agent at the desk: what they can do and see, found by the texts on the page. */
import { expect, type Locator, type Page } from "@playwright/test";
import type { Picture } from "./picture";
import { passwordOf } from "./server";

export class Agent {
  readonly page: Page;
  readonly log: Locator;
  readonly composer: Locator;
  readonly conversations: Locator;
  readonly #url: string;

  constructor(page: Page, url: string) {
    this.page = page;
    this.#url = url;
    this.log = page.getByRole("log", { name: "Messages" });
    this.composer = page.getByRole("textbox", { name: "Write a message" });
    this.conversations = page.getByRole("tabpanel", { name: /^Mine/ }).getByRole("link");
  }

  async signIn(account: string, query = ""): Promise<void> {
    await this.page.goto(`${this.#url}/desk/${query}`);
    await this.page.locator('input[name="account"]').fill(account);
    await this.page.locator('input[name="password"]').fill(passwordOf(this.#url, account));
    await this.page.locator('button[type="submit"]').click();
    await expect(this.page.getByRole("tablist")).toBeVisible();
  }

  /** Sets the number of conversations at once, then goes online. */
  async goOnline(capacity: number): Promise<void> {
    const shown = this.page.getByRole("group", { name: "Conversations at once" }).getByRole("status");
    const less = this.page.getByRole("button", { name: "One fewer at once" });
    let now = Number((await shown.innerText()).split("/")[1]);
    while (now > capacity) {
      now -= 1;
      await less.click();
      await expect(shown).toHaveText(new RegExp(`/${now}$`));
    }
    await expect(shown).toHaveText(new RegExp(`/${capacity}$`));
    await this.setStatus("online");
  }

  async setStatus(status: "online" | "busy" | "offline"): Promise<void> {
    const answer = this.page.waitForResponse(/setStatus/);
    await this.page.getByRole("combobox", { name: "Status" }).selectOption(status);
    expect((await answer).status()).toBe(200);
  }

  /** Opens the newest of the agent's conversations, or the one whose row says `words`. */
  async open(words?: string | RegExp): Promise<void> {
    const row = words === undefined ? this.conversations : this.conversations.filter({ hasText: words });
    await row.first().click();
    await expect(this.composer).toBeVisible();
  }

  async write(words: string): Promise<void> {
    await this.composer.fill(words);
    await this.composer.press("Enter");
  }

  async sends(picture: Picture): Promise<void> {
    await this.page.locator('input[type="file"]').setInputFiles(picture);
  }

  async withdraws(words: string): Promise<void> {
    // What answers it repeats its words further down.
    const message = this.log.getByText(words).first();
    await message.hover();
    await message
      .locator("xpath=ancestor::*[@data-delivery]")
      .getByRole("button", { name: "Withdraw" })
      .click();
  }

  /** Starts a reply to a message: the next message quotes it. */
  async answers(words: string): Promise<void> {
    // What answers it repeats its words further down.
    const message = this.log.getByText(words).first();
    await message.hover();
    await message.locator("xpath=ancestor::*[@data-delivery]").getByRole("button", { name: "Reply" }).click();
  }

  async sees(words: string | RegExp): Promise<void> {
    await expect(this.log.getByText(words)).toHaveCount(1);
  }

  async ends(): Promise<void> {
    await this.page.getByRole("button", { name: "End", exact: true }).click();
    await this.page.getByRole("button", { name: "End conversation" }).click();
    await expect(this.page.getByText("You ended the conversation.")).toBeVisible();
  }

  /** The matching messages of the log, in order and with duplicates. */
  async saidIn(order: RegExp): Promise<string[]> {
    const rows = await this.log.locator("[data-delivery]").allTextContents();
    return rows.flatMap((row) => order.exec(row)?.[0] ?? []);
  }
}

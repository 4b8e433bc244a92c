/** A shop's owner: sets the shop up and changes it in the administration, found by the texts on the page. */
import { expect, type Locator, type Page } from "@playwright/test";

export const PASSWORD = "three frogs in a pot";

export class Owner {
  readonly page: Page;
  readonly main: Locator;
  readonly #url: string;

  constructor(page: Page, url: string) {
    this.page = page;
    this.main = page.getByRole("main");
    this.#url = url;
  }

  /** Makes the shop by a setup link. Its channel and tenant are named `moss-bark`. */
  async setUp(link: string): Promise<void> {
    const { page } = this;
    await page.goto(link);
    await page.getByLabel("Name of the shop").fill("Moss & Bark");
    await page.getByLabel("Your name").fill("Ada");
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByLabel("Account").fill("ada");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Password once more").fill(PASSWORD);
    await page.getByRole("button", { name: "Create the shop" }).click();
    await expect(page.getByRole("heading", { name: "Get your chat going" })).toBeVisible();
  }

  async opens(room: string): Promise<void> {
    await this.page.getByRole("navigation", { name: "Rooms" }).getByRole("link", { name: room }).click();
    await expect(this.main.getByRole("heading", { level: 1 })).toBeVisible();
  }

  /** Checks which steps of the list on Start are done. */
  async hasDone(...steps: readonly string[]): Promise<void> {
    await this.page.goto(`${this.#url}/desk/admin/`);
    const done = this.main.getByRole("listitem").filter({ hasText: "Done:" });
    await expect(done).toHaveText(steps.map((step) => new RegExp(step)));
  }

  async saves(): Promise<void> {
    await this.page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(this.page.getByText("Saved.", { exact: true })).toBeVisible();
  }

  /** Publishes the open channel's settings after a look at what changes. */
  async publishes(): Promise<void> {
    await this.page.getByRole("button", { name: "Publish", exact: true }).click();
    await this.page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
    await expect(this.page.getByRole("dialog")).toHaveCount(0);
    await expect(this.page.getByRole("button", { name: "Publish", exact: true })).toHaveCount(0);
  }

  /** Writes a document of the shop's robot. */
  async writesAnswer(question: string, answer: string): Promise<void> {
    await this.page.goto(`${this.#url}/desk/admin/knowledge/assistant`);
    await this.main.getByRole("button", { name: "New document" }).first().click();
    await this.page.getByLabel("Question", { exact: true }).fill(question);
    await this.page.getByRole("textbox", { name: "Answer" }).fill(answer);
    await this.saves();
  }

  /** Chooses the main colour of the shop's channel, and publishes it. */
  async choosesColour(colour: string): Promise<void> {
    await this.main.getByRole("link", { name: "Choose" }).click();
    await this.page
      .getByRole("textbox", { name: "Main colour", exact: true })
      .fill(colour, { timeout: 20_000 });
    await this.publishes();
  }

  /** Adds a colleague and returns the invitation's link. */
  async invites(account: string, nick: string): Promise<string> {
    await this.opens("People");
    await this.main.getByRole("button", { name: "New agent" }).click();
    await this.page.getByLabel("Name", { exact: true }).fill(nick);
    await this.main.getByRole("textbox", { name: "Account" }).fill(account);
    await this.saves();
    await this.main.getByRole("button", { name: "Make an invitation link" }).click();
    return this.main.getByLabel("One-time link").inputValue();
  }

  /** Draws a flow of one message that a sentence starts. */
  async drawsFlow(name: string, sentence: string, answer: string): Promise<void> {
    await this.opens("Flows");
    await this.main.getByRole("button", { name: "New flow" }).first().click();
    await this.main.getByRole("link", { name: /^Empty flow/ }).click();
    await this.main.getByRole("textbox", { name: "Name", exact: true }).fill(name);
    await this.main.getByRole("button", { name: "Add a sentence" }).click();
    await this.main.getByRole("textbox", { name: /^Sentence/ }).fill(sentence);
    await this.main.getByText("Message", { exact: true }).first().click();
    await this.main.getByRole("textbox", { name: "Text", exact: true }).fill(answer);
    await this.saves();
  }

  /** The newest entries of the audit log, as one text. */
  async auditLog(): Promise<string> {
    await this.opens("Safety");
    await expect(this.main.getByRole("row").nth(1)).toBeVisible();
    return this.main.innerText();
  }
}

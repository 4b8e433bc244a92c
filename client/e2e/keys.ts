/** Somebody who works by keyboard alone. Each key press checks that the focus is somewhere, and can be seen. */
import { expect, type Page } from "@playwright/test";

/** Presses of Tab after which something counts as out of reach. */
const REACH = 60;

export class Keys {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Tabs to what is named so, for example `button "Save"`. */
  async to(name: RegExp | string, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
    const passed: string[] = [];
    for (let step = 0; step <= REACH; step += 1) {
      const here = await this.#here();
      if (typeof name === "string" ? here.startsWith(name) : name.test(here)) return;
      passed.push(here);
      await this.page.keyboard.press(key);
      await this.#isSeen();
    }
    throw new Error(`${key} does not reach ${name}. It passed:\n${passed.join("\n")}`);
  }

  /** Tabs to a field and types into it, over what it has. */
  async fill(name: RegExp | string, text: string): Promise<void> {
    await this.to(name);
    await this.page.keyboard.press("ControlOrMeta+A");
    await this.page.keyboard.type(text);
  }

  /** Goes back to a link before this place and presses it. */
  async pressBefore(name: RegExp | string): Promise<void> {
    await this.to(name, "Shift+Tab");
    await this.page.keyboard.press("Enter");
  }

  /** Tabs to a button or a link and presses it. */
  async press(name: RegExp | string): Promise<void> {
    await this.to(name);
    await this.page.keyboard.press("Enter");
  }

  /** Presses a key. Whatever has the focus then can be seen. */
  async hit(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    await this.#isSeen();
  }

  /** What has the focus, as assistive technology names it. */
  async #here(): Promise<string> {
    const focused = this.page.locator(":focus");
    if ((await focused.count()) === 0) return "";
    const named = await focused.ariaSnapshot();
    return (named.split("\n")[0] ?? "").replace(/^- '?/, "");
  }

  /** Waits until the focus is where `name` says, without a key. */
  async isAt(name: RegExp): Promise<void> {
    await expect.poll(() => this.#here()).toMatch(name);
  }

  /** Whatever has the focus, or the frame around it, looks different for it. */
  async #isSeen(): Promise<void> {
    const unseen = await this.page.evaluate(() => {
      const focused = document.activeElement;
      // The end of the page, before the browser's own controls.
      if (!(focused instanceof HTMLElement) || focused === document.body) return null;
      const isMarked = (element: Element, part?: string) => {
        const style = getComputedStyle(element, part);
        const hasLine = style.outlineStyle !== "none" && Number.parseFloat(style.outlineWidth) > 0;
        return hasLine || style.boxShadow !== "none";
      };
      // A hidden box of a card is marked at the card; a picture of a switch is beside its box.
      const around = [
        focused,
        focused.parentElement,
        focused.parentElement?.parentElement,
        focused.nextElementSibling,
      ];
      const isSeen = around.some(
        (one) => one && (isMarked(one) || isMarked(one, "::after") || isMarked(one, "::before")),
      );
      return isSeen || focused.tagName === "IFRAME" ? null : focused.outerHTML.slice(0, 200);
    });
    expect(unseen, "the focus cannot be seen").toBeNull();
  }
}

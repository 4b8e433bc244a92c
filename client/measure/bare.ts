/**
 * Drives a page without Playwright's inspector, which records the place of each error. On a slow processor this takes
 * tens of milliseconds in a large script, which no visitor's browser spends.
 */
import type { Browser, CDPSession } from "@playwright/test";
import { expect } from "@playwright/test";

/** A phone by user agent and size, as in `playwright.config.ts`. */
const PHONE = { width: 390, height: 844, deviceScaleFactor: 2.625, mobile: true };
const USER_AGENT =
  "Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

type Parameters = Record<string, unknown>;
type Answer = { result?: { value?: unknown }; exceptionDetails?: unknown };

export class BarePage {
  readonly #browser: CDPSession;
  readonly #session: string;
  readonly #contextId: string;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #asked = 0;

  private constructor(browser: CDPSession, session: string, contextId: string) {
    this.#browser = browser;
    this.#session = session;
    this.#contextId = contextId;
    browser.on("Target.receivedMessageFromTarget", ({ sessionId, message }) => {
      const { id, result = {} }: { id?: number; result?: Answer } = JSON.parse(message);
      if (sessionId !== session || id === undefined) return;
      this.#waiting.get(id)?.(result);
      this.#waiting.delete(id);
    });
  }

  /** Opens a page with its own profile; `script` runs before each document's scripts. */
  static async open(browser: Browser, script: () => void): Promise<BarePage> {
    const session = await browser.newBrowserCDPSession();
    const { browserContextId } = await session.send("Target.createBrowserContext");
    const { targetId } = await session.send("Target.createTarget", { url: "about:blank", browserContextId });
    const { sessionId } = await session.send("Target.attachToTarget", { targetId, flatten: false });
    const page = new BarePage(session, sessionId, browserContextId);
    await page.send("Emulation.setDeviceMetricsOverride", PHONE);
    await page.send("Emulation.setUserAgentOverride", { userAgent: USER_AGENT });
    await page.send("Page.enable");
    await page.send("Page.addScriptToEvaluateOnNewDocument", { source: `(${script})()` });
    return page;
  }

  /** One call of the DevTools protocol. */
  send(method: string, params: Parameters = {}): Promise<Answer> {
    this.#asked += 1;
    const id = this.#asked;
    const answered = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    const message = JSON.stringify({ id, method, params });
    return this.#browser
      .send("Target.sendMessageToTarget", { sessionId: this.#session, message })
      .then(() => answered);
  }

  /** The value of an expression, after awaiting its promise. */
  async evaluate(expression: string): Promise<unknown> {
    const asked = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", asked);
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return result?.value;
  }

  /** Waits for a figure that the page records. */
  async figure(expression: string): Promise<number> {
    await expect.poll(() => this.evaluate(`typeof (${expression})`), { timeout: 60_000 }).toBe("number");
    return Number(await this.evaluate(expression));
  }

  async close(): Promise<void> {
    await this.#browser.send("Target.disposeBrowserContext", { browserContextId: this.#contextId });
    await this.#browser.detach();
  }
}

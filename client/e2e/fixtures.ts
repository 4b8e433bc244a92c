/** Fixtures of every browser test: its own server, and people whose pages tolerate no fault. */
import { type Browser, type BrowserContextOptions, test as base, expect, type Page } from "@playwright/test";
import { Agent } from "./agent";
import { type Server, startServer } from "./server";
import { Visitor } from "./visitor";

export { expect } from "@playwright/test";

type People = {
  server: Server;
  /** Opens a page in its own context. Errors on it and policy violations fail the test. */
  open: (options?: BrowserContextOptions) => Promise<Page>;
  /** Opens the full-page chat of a channel as a new visitor. */
  visitor: (channelId?: string, options?: BrowserContextOptions) => Promise<Visitor>;
  /** Signs an agent in at the desk. With `capacity` the agent goes online. */
  agent: (account: string, capacity?: number) => Promise<Agent>;
  /** Connects the visitor Anna with the agent Mia, who opens the conversation. `clock` lets tests set the time. */
  talk: (options?: BrowserContextOptions & { clock?: boolean }) => Promise<Talk>;
  /** Connects Mia, an agent with capacity for one, with Anna; Ben is first in the queue, Cleo second. */
  queue: () => Promise<Queue>;
};

type Talk = { anna: Visitor; mia: Agent };
type Queue = Talk & { ben: Visitor; cleo: Visitor };

const DESKTOP: BrowserContextOptions = {
  viewport: { width: 1280, height: 800 },
  isMobile: false,
  hasTouch: false,
  deviceScaleFactor: 1,
  userAgent: undefined,
};

/** The screen of an administrator or operator, also in the phone's project. */
export const WIDE: BrowserContextOptions = {
  viewport: { width: 1440, height: 900 },
  isMobile: false,
  hasTouch: false,
  userAgent: undefined,
  locale: "en-GB",
};

export const test = base.extend<People>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  server: async ({}, use) => {
    const server = await startServer();
    await use(server);
    await server.remove();
  },

  open: async ({ browser, contextOptions }, use) => {
    const faults: string[] = [];
    const ends: (() => Promise<void>)[] = [];
    await use(async (options) => {
      const page = await openPage(browser, { ...contextOptions, ...options });
      watch(page, faults);
      ends.push(() => page.context().close());
      return page;
    });
    for (const end of ends) await end();
    expect(faults, "errors on pages and violations of their policies").toEqual([]);
  },

  visitor: async ({ server, open }, use) => {
    await use(async (channelId = "demo", options) => {
      const visitor = new Visitor(await open(options), server.url);
      await visitor.enter(channelId);
      return visitor;
    });
  },

  agent: async ({ server, open }, use) => {
    await use(async (account, capacity) => {
      const agent = new Agent(await open(DESKTOP), server.url);
      await agent.signIn(account);
      if (capacity !== undefined) await agent.goOnline(capacity);
      return agent;
    });
  },

  talk: async ({ server, agent, open }, use) => {
    await use(async ({ clock = false, ...options } = {}) => {
      const mia = await agent("mia", 1);
      const page = await open(options);
      if (clock) await page.clock.install();
      const anna = new Visitor(page, server.url);
      await anna.enter("demo");
      await anna.askForAgent();
      await anna.isConnectedTo("Mia");
      await mia.open();
      return { anna, mia };
    });
  },

  queue: async ({ visitor, agent }, use) => {
    await use(async () => {
      const mia = await agent("mia", 1);
      const [anna, ben, cleo] = [await visitor(), await visitor(), await visitor()];
      await anna.askForAgent();
      await anna.isConnectedTo("Mia");
      await ben.askForAgent();
      await ben.isWaitingAt(1);
      await cleo.askForAgent();
      await cleo.isWaitingAt(2);
      return { anna, ben, cleo, mia };
    });
  },
});

async function openPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options);
  return context.newPage();
}

/** Adds errors on the page and violations of its policy to `faults`. */
export function watch(page: Page, faults: string[]): void {
  page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
  page.on("console", (message) => {
    if (/Content.Security.Policy|Trusted.Type/i.test(message.text()))
      faults.push(`${page.url()}: ${message.text()}`);
  });
}

/** A visitor and an agent who are connected and can call each other. */
import type { Frame, Locator, Page } from "@playwright/test";
import config from "../playwright.config";
import { Agent } from "./agent";
import { test as base } from "./fixtures";
import { keepPeers } from "./media";
import { Visitor } from "./visitor";

export { expect } from "@playwright/test";

export type Speakers = { anna: Visitor; mia: Agent; visitorCall: Locator; agentCall: Locator };

/** Sets the browser's devices by its command line switches. */
export function devices(...args: string[]) {
  const launch = config.use?.launchOptions;
  return { launchOptions: { ...launch, args: [...(launch?.args ?? []), ...args] } };
}

export const test = base.extend<{ speakers: Speakers }>({
  speakers: async ({ open, server }, use) => {
    const desk = await open({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false });
    await keepPeers(desk);
    const mia = new Agent(desk, server.url);
    await mia.signIn("mia");
    await mia.goOnline(2);
    const page = await open();
    await keepPeers(page);
    const anna = new Visitor(page, server.url);
    await anna.enter("demo");
    await anna.askForAgent();
    await anna.isConnectedTo("Mia");
    await mia.open();
    await use({ anna, mia, visitorCall: panelOf(page), agentCall: panelOf(desk) });
  },
});

export async function visitorCalls({ anna }: Speakers, kind: "Voice call" | "Video call"): Promise<void> {
  await anna.page.getByRole("button", { name: kind }).click();
}

/** The call's panel. */
export function panelOf(page: Page | Frame): Locator {
  return page.locator("section[data-shape]");
}

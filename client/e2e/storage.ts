/**
 * What a browser lets the chat's frame keep, and a person's page in it. Full Chromium is told by its own preferences;
 * the headless shell has none, so that there the storage refuses as Chromium's does.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { watch } from "./fixtures";
import { test as base, expect } from "./widget";

export { expect } from "./widget";

/**
 * `free`: the shop and the chat are of one site. `partitioned`: of two, and the browser keeps what the frame keeps for each
 * shop apart. `blocked`: of two, and the frame is denied its storage. `denied`: so is the shop.
 */
export type Storage = "free" | "partitioned" | "blocked" | "denied";

type Keeping = {
  /** A page in a browser that allows this much. */
  openWith: (storage: Storage) => Promise<Page>;
};

const PREFERENCES: Record<Storage, unknown> = {
  free: { cookie_controls_mode: 0 },
  partitioned: { cookie_controls_mode: 0 },
  blocked: { cookie_controls_mode: 1, block_third_party_cookies: true },
  denied: { default_content_setting_values: { cookies: 2 } },
};

export const test = base.extend<Keeping>({
  openWith: async ({ playwright, launchOptions, open }, use) => {
    const faults: string[] = [];
    const ends: (() => Promise<void>)[] = [];
    await use(async (storage) => {
      if (launchOptions.executablePath?.endsWith("headless-shell")) {
        const page = await open();
        if (storage === "blocked") await page.addInitScript(refuseStorage, true);
        if (storage === "denied") await page.addInitScript(refuseStorage, false);
        return page;
      }
      const profile = await mkdtemp(join(tmpdir(), "frontdesk-profile-"));
      const preferences = JSON.stringify({ profile: PREFERENCES[storage] });
      await mkdir(join(profile, "Default"));
      await writeFile(join(profile, "Default/Preferences"), preferences);
      const context = await playwright.chromium.launchPersistentContext(profile, launchOptions);
      ends.push(async () => {
        await context.close();
        await rm(profile, { recursive: true, force: true });
      });
      const page = await context.newPage();
      watch(page, faults);
      return page;
    });
    for (const end of ends) await end();
    expect(faults, "errors on pages and violations of their policies").toEqual([]);
  },
});

/** Asking for it throws, in a frame of another site or everywhere. */
function refuseStorage(inFramesAlone: boolean): void {
  const refuse = () => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  };
  if (inFramesAlone && window === window.top) return;
  for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get: refuse });
  IDBFactory.prototype.open = refuse;
}

/** Whether this document is denied its storage. */
export function isDenied(): boolean {
  try {
    return localStorage === undefined;
  } catch {
    return true;
  }
}

/**
 * Opens pages in browsers with different storage rules for the chat's frame. Full Chromium gets them as preferences.
 * The headless shell has no preferences, so a script makes its storage throw as Chromium's does.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { watch } from "./fixtures";
import { test as base, expect } from "./widget";

export { expect } from "./widget";

/**
 * `free`: shop and chat are one site. In all others they are two sites. `partitioned`: the browser separates the
 * frame's storage by shop. `blocked`: the frame has no storage. `denied`: neither has the shop.
 */
export type Storage = "free" | "partitioned" | "blocked" | "denied";

type Keeping = {
  /** Opens a page in a browser with this storage. */
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

/** Makes storage throw, in frames only or everywhere. */
function refuseStorage(inFramesAlone: boolean): void {
  const refuse = () => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  };
  if (inFramesAlone && window === window.top) return;
  for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get: refuse });
  IDBFactory.prototype.open = refuse;
}

/** Whether this document has no access to storage. */
export function isDenied(): boolean {
  try {
    return localStorage === undefined;
  } catch {
    return true;
  }
}

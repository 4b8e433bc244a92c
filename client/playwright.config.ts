import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, devices } from "@playwright/test";

/** The first browser there is: named, or as the system's packages install it. */
const browser = [process.env.CHROMIUM, "/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(
  (path) => path !== undefined && existsSync(path),
);

/** Letters are drawn the same way on every machine: full Chromium follows the preferences of fontconfig. */
const fonts = { FONTCONFIG_FILE: fileURLToPath(new URL("e2e/fonts.conf", import.meta.url)) };

/** A phone by its user agent and its size: what the spec's mobile rule asks for. */
const phone = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } };
const desktop = { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } };

/** The real program, two people, one browser. Nothing is tried twice: a test that fails now and then fails. */
export default defineConfig({
  testDir: "e2e",
  snapshotPathTemplate: "e2e/references/{arg}-{projectName}{ext}",
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "line",
  use: {
    locale: "en-US",
    trace: "retain-on-failure",
    launchOptions: { executablePath: browser, args: ["--no-sandbox"], env: { ...process.env, ...fonts } },
  },
  projects: [
    { name: "desktop", use: desktop, grepInvert: /@phone-only/ },
    // What depends on the size of the screen; the rest is the same on both.
    { name: "phone", use: phone, grep: /@phone/ },
  ],
});

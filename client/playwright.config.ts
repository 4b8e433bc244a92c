import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, devices } from "@playwright/test";

/** The first browser found: the one named by CHROMIUM, or the system's. */
const browser = [process.env.CHROMIUM, "/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(
  (path) => path !== undefined && existsSync(path),
);

/** Makes every machine draw letters alike: full Chromium follows fontconfig's preferences. */
const fonts = { FONTCONFIG_FILE: fileURLToPath(new URL("e2e/fonts.conf", import.meta.url)) };

/** A phone by user agent and size, as requirement ID-07 defines it. */
const phone = { ...devices["Pixel 7"], viewport: { width: 390, height: 844 } };
const desktop = { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 800 } };

/** Browser tests against the real program. No retries: a flaky test fails. */
export default defineConfig({
  testDir: "e2e",
  snapshotPathTemplate: "e2e/references/{arg}-{projectName}{ext}",
  // Each test has a server of its own, so two run side by side on the two cores of a small machine.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // A machine that also builds is slow. No test asserts a speed.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: "line",
  use: {
    locale: "en-US",
    trace: { mode: "retain-on-failure", screenshots: false },
    launchOptions: { executablePath: browser, args: ["--no-sandbox"], env: { ...process.env, ...fonts } },
  },
  projects: [
    { name: "desktop", use: desktop, grepInvert: /@phone-only/ },
    // Only the tests that depend on the screen size run on the phone.
    { name: "phone", use: phone, grep: /@phone/ },
  ],
});

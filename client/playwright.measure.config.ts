import { defineConfig } from "@playwright/test";
import e2e from "./playwright.config";

/** What `cargo xtask measure` runs: the same browser, one thing at a time, its table as the only output. */
export default defineConfig({
  ...e2e,
  testDir: "measure",
  timeout: 300_000,
  reporter: [["./measure/table.ts"]],
  // A recording looks at every page all the time: it would be measured, too.
  use: { ...e2e.use, trace: "off" },
  projects: [{ name: "phone", use: { ...e2e.projects?.find(({ name }) => name === "phone")?.use } }],
});

import { defineConfig } from "@playwright/test";
import e2e from "./playwright.config";

/** Configuration of `cargo xtask measure`: the same browser, one test at a time, a table as output. */
export default defineConfig({
  ...e2e,
  testDir: "measure",
  workers: 1,
  timeout: 300_000,
  reporter: [["./measure/table.ts"]],
  // A trace would add its own cost to each measurement.
  use: { ...e2e.use, trace: "off" },
  projects: [{ name: "phone", use: { ...e2e.projects?.find(({ name }) => name === "phone")?.use } }],
});

import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";
import e2e from "./playwright.config";

const fonts = { FONTCONFIG_FILE: fileURLToPath(new URL("pictures/fonts.conf", import.meta.url)) };
const launch = e2e.use?.launchOptions;

/** Configuration of `cargo xtask pictures`: the same program and browser; each test writes its picture. */
export default defineConfig({
  ...e2e,
  testDir: "pictures",
  use: { ...e2e.use, trace: "off", launchOptions: { ...launch, env: { ...launch?.env, ...fonts } } },
  projects: [{ name: "desktop", use: { ...e2e.projects?.find(({ name }) => name === "desktop")?.use } }],
});

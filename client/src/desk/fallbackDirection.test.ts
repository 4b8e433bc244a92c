import { expect, it } from "vitest";
import { createI18n } from "../i18n/setup";
import { isolateFallback } from "./fallbackDirection";

it("an English sentence keeps its direction among Arabic ones, and only there", async () => {
  const arabic = await createI18n("ar", ["desk"]);
  isolateFallback(arabic);
  expect(arabic.t("desk:sign_in_title")).toMatch(/^\u2068[^\u2068\u2069]+\u2069$/);

  const german = await createI18n("de", ["desk"]);
  isolateFallback(german);
  expect(german.t("desk:sign_in_title")).not.toContain("\u2068");
});

import { expect, it } from "vitest";
import { locales } from "../../test/locales";
import { chooseLocale, localeOf } from "./choose";

// [ID-05]
it("prefers the channel, then the query, then the browser, and falls back to zh", () => {
  expect(chooseLocale({ channel: "fr", query: "de", browser: ["en"] })).toBe("fr");
  expect(chooseLocale({ channel: "", query: "de", browser: ["en"] })).toBe("de");
  expect(chooseLocale({ channel: "", query: "", browser: ["sv", "en-GB"] })).toBe("en");
  expect(chooseLocale({ channel: "", query: "../../x", browser: [] })).toBe("zh");
});

it("maps the browsers' language tags to codes", () => {
  expect(localeOf("zh-Hant-HK")).toBe("tw");
  expect(localeOf("zh-TW")).toBe("tw");
  expect(localeOf("zh_CN")).toBe("zh");
  expect(localeOf("zh-Hans-SG")).toBe("zh");
  expect(localeOf("tl-PH")).toBe("fil");
  expect(localeOf("fil-PH")).toBe("fil");
  expect(localeOf("pt-BR")).toBe("pt");
  expect(localeOf("constructor")).toBeUndefined();
});

// [ID-05]
it("chooses each of the 24 languages if the channel, the query or the browser asks for it", () => {
  for (const locale of locales) {
    expect(chooseLocale({ channel: locale, query: "en", browser: ["de"] })).toBe(locale);
    expect(chooseLocale({ channel: "", query: locale, browser: ["de"] })).toBe(locale);
    expect(chooseLocale({ channel: "", query: "", browser: [locale, "de"] })).toBe(locale);
  }
});

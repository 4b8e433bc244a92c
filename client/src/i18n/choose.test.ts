import { expect, it } from "vitest";
import { chooseLocale, localeOf } from "./choose";

// [ID-05]
it("asks the channel first, then the query, then the browser, and speaks zh when nobody is understood", () => {
  expect(chooseLocale({ channel: "fr", query: "de", browser: ["en"] })).toBe("fr");
  expect(chooseLocale({ channel: "", query: "de", browser: ["en"] })).toBe("de");
  expect(chooseLocale({ channel: "", query: "", browser: ["sv", "en-GB"] })).toBe("en");
  expect(chooseLocale({ channel: "", query: "../../x", browser: [] })).toBe("zh");
});

it("reads the tags of browsers", () => {
  expect(localeOf("zh-Hant-HK")).toBe("tw");
  expect(localeOf("zh_CN")).toBe("zh");
  expect(localeOf("tl-PH")).toBe("fil");
  expect(localeOf("constructor")).toBeUndefined();
});

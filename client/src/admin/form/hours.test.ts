import { expect, it } from "vitest";
import { type Hours, hoursOf, isOpenAt } from "./hours";
import { ALL, translationsOf, written } from "./localText";

const hours: Hours = {
  timeZone: "Asia/Shanghai",
  week: {
    mon: [
      ["09:00", "12:00"],
      ["13:00", "18:00"],
    ],
  },
  holidays: ["2026-10-05"],
  extra: { "2026-10-10": [["09:00", "12:00"]] },
};

it("knows whether a shop is open, in its own time zone", () => {
  const at = (time: string) => isOpenAt(hours, Date.parse(time));

  expect(at("2026-09-28T09:00:00+08:00")).toBe(true);
  expect(at("2026-09-28T12:00:00+08:00")).toBe(false);
  expect(at("2026-10-05T09:30:00+08:00")).toBe(false);
  expect(at("2026-10-10T09:30:00+08:00")).toBe(true);
  expect(isOpenAt({ ...hours, timeZone: "Mars/Base" }, 0)).toBeUndefined();
});

it("reads hours leniently, and none from null", () => {
  expect(hoursOf(null)).toBeUndefined();
  expect(hoursOf({ timeZone: "UTC" })).toEqual({ timeZone: "UTC", week: {}, holidays: [], extra: {} });
});

it("writes a text for all languages as a plain text", () => {
  expect(translationsOf("Hello")).toEqual({ [ALL]: "Hello" });
  expect(written({ [ALL]: "Hello", de: "" })).toBe("Hello");
  expect(written({ en: "Hello", zh: "您好" })).toEqual({ en: "Hello", zh: "您好" });
  expect(written({ en: "" })).toBe("");
});

import { expect, it } from "vitest";
import { waitWords } from "./waitWords";

it("says a range in whole minutes, in the words of the language", () => {
  expect(waitWords({ from: 180_000, to: 300_000 }, "en")).toMatch(/^3\s?[–-]\s?5 minutes$/);
  expect(waitWords({ from: 181_000, to: 299_000 }, "en")).toMatch(/^3\s?[–-]\s?5 minutes$/);
  expect(waitWords({ from: 60_000, to: 120_000 }, "de")).toMatch(/Minuten$/);
});

it("says at least one minute, and one number if there is no range", () => {
  expect(waitWords({ from: 0, to: 20_000 }, "en")).toBe("1 minute");
  expect(waitWords({ from: 240_000, to: 240_000 }, "en")).toBe("4 minutes");
});

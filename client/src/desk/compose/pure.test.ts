import { expect, it } from "vitest";
import { inPlaceOf, slashAt } from "./slash";
import { filledIn, firstOpen, openPlaces } from "./variables";
import { wavOf } from "./voice/wav";

const VALUES = { "visitor.name": "Ann", "agent.name": "Mia", "order.number": "" };

it("variables are filled in under both names, and what is not known stays", () => {
  expect(filledIn("Hello {visitor.name}, {nick} here. Order {orderNo}? {x} {}", VALUES)).toBe(
    "Hello Ann, Mia here. Order {orderNo}? {x} {}",
  );
});

it("open places are found once each, in their order", () => {
  const text = "{shop.name} {x} {shop.name} { y } {1}";

  expect(openPlaces(text)).toEqual(["{shop.name}", "{x}"]);
  expect(firstOpen(`So: ${text}`)).toEqual({ from: 4, to: 15 });
  expect(firstOpen("none")).toBeUndefined();
});

it("a slash opens the quick replies only at the beginning of a word, up to the caret", () => {
  expect(slashAt("/", 1)).toEqual({ from: 0, search: "" });
  expect(slashAt("Well /gre eting", 9)).toEqual({ from: 5, search: "gre" });
  expect(slashAt("两点 /问候", 6)).toEqual({ from: 3, search: "问候" });
  for (const text of ["24/7", "https://a.example", "a / b", "/a/b", "/a b"])
    expect(slashAt(text, text.length)).toBeUndefined();
});

it("the chosen text replaces the slash and keeps what stands around it", () => {
  const slash = { from: 5, search: "gre" };

  expect(inPlaceOf(slash, "Well /gre, Ann", "hello")).toEqual({ text: "Well hello, Ann", from: 5, to: 10 });
});

it("a voice note is a wav file of 16 bits that never exceeds their range", async () => {
  const wav = new DataView(await wavOf(new Float32Array([0, 1, -1, 2]), 16_000).arrayBuffer());
  const word = (at: number) => String.fromCharCode(...[0, 1, 2, 3].map((by) => wav.getUint8(at + by)));

  expect([word(0), word(8), word(12), word(36)]).toEqual(["RIFF", "WAVE", "fmt ", "data"]);
  expect([wav.getUint32(4, true), wav.getUint32(24, true), wav.getUint32(40, true)]).toEqual([44, 16_000, 8]);
  expect([0, 1, 2, 3].map((at) => wav.getInt16(44 + at * 2, true))).toEqual([0, 32_767, -32_768, 32_767]);
});

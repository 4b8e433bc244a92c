import { beforeEach, expect, it, vi } from "vitest";
import { optionsOf, withChanges } from "./options";

beforeEach(() => {
  vi.stubGlobal("CSS", { supports: (_: string, value: string) => /^#[0-9a-f]{6}$/.test(value) });
});

it("reads the script tag's attributes", () => {
  expect(
    optionsOf({ channelId: "demo", position: "left", color: "#1f5d43", locale: "zh", zIndex: "9" }),
  ).toEqual({
    channelId: "demo",
    position: "left",
    color: "#1f5d43",
    locale: "zh",
    zIndex: 9,
  });
});

it("leaves out what makes no sense, so that the defaults hold", () => {
  const options = optionsOf({ channelId: "demo", position: "middle", color: "red;}", zIndex: "top" });

  expect(options).toMatchObject({ channelId: "demo" });
  expect([options.position, options.color, options.zIndex]).toEqual([undefined, undefined, undefined]);
});

it("changes what is named and keeps the rest, the channel always", () => {
  const before = optionsOf({ channelId: "demo", color: "#1f5d43" });

  const after = withChanges(before, { channelId: "other", locale: "en", params: { vip: 1 } });

  expect(after).toMatchObject({ channelId: "demo", color: "#1f5d43", locale: "en", params: { vip: "1" } });
});

it.each([undefined, null, 7, "open"])("is not disturbed by %s", (nonsense) => {
  const before = optionsOf({ channelId: "demo", color: "#1f5d43" });

  expect(withChanges(before, nonsense)).toEqual(before);
});

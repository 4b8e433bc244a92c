import { beforeEach, expect, it, vi } from "vitest";
import { withChanges } from "./options";

beforeEach(() => {
  vi.stubGlobal("CSS", { supports: (_: string, value: string) => /^#[0-9a-f]{6}$/.test(value) });
});

it("reads the script tag's attributes", () => {
  const said = { channelId: "demo", position: "left", color: "#1f5d43", locale: "zh", zIndex: "9" };

  expect(withChanges({}, said)).toEqual({ ...said, zIndex: 9 });
});

it("reads the group and the agent", () => {
  const said = { channelId: "demo", groupId: "g", adminId: "mia", pid: "p-1", fiyBookCode: "spring" };

  expect(withChanges({}, said)).toEqual(said);
  expect(withChanges(withChanges({}, said), { groupId: 7, pid: "p-2" })).toEqual({ ...said, pid: "p-2" });
});

it("ignores invalid values, so that the defaults apply", () => {
  const options = withChanges({}, { channelId: 7, position: "middle", color: "red;}", zIndex: "top" });

  expect(options).toEqual({ channelId: "" });
});

it("changes the named options and keeps the others and the channel", () => {
  const before = withChanges({}, { channelId: "demo", color: "#1f5d43" });

  const after = withChanges(before, { channelId: "other", locale: "en" });

  expect(after).toEqual({ channelId: "demo", color: "#1f5d43", locale: "en" });
});

it.each([undefined, null, 7, "open"])("ignores %s", (nonsense) => {
  const before = withChanges({}, { channelId: "demo", color: "#1f5d43" });

  expect(withChanges(before, nonsense)).toEqual(before);
});

import { expect, it } from "vitest";
import { createI18n } from "../../i18n/setup";
import { agentName, namedOptions } from "./filterNames";

it("names agents and channels, with the id where a name is shared or missing", () => {
  const names: Record<string, string> = { web: "Fern & Field", app: "Fern & Field", fair: "Fair" };

  expect(namedOptions(["app", "fair", "gone", "web"], (id) => names[id] ?? "")).toEqual([
    ["app", "Fern & Field (app)"],
    ["fair", "Fair"],
    ["gone", "gone"],
    ["web", "Fern & Field (web)"],
  ]);
});

it("says that an API key wrote, and which one by the beginning of its id", async () => {
  const t = (await createI18n("en", ["desk"])).getFixedT("en", "desk");
  const names = new Map([["lin", "Lin"]]);

  expect(agentName("@key:58b2aa01cc", names, t)).toBe("API key 58b2aa");
  expect([agentName("lin", names, t), agentName("gone", names, t)]).toEqual(["Lin", ""]);
});

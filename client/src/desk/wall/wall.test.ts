import { describe, expect, it } from "vitest";
import type { WallAgent, WallAnswer, WallGroup } from "../../wire/wall";
import { alarmsOf, byNeed, byWait, joined, longestWait, serverNow } from "./wall";

const group = (id: string, more: Partial<WallGroup> = {}): WallGroup => ({
  id,
  name: id,
  waiting: 0,
  oldestSince: undefined,
  online: 1,
  busy: 0,
  away: 0,
  talking: 0,
  seats: 3,
  rightShare: undefined,
  ...more,
});

const agent = (id: string, more: Partial<WallAgent> = {}): WallAgent => ({
  id,
  name: id,
  face: "",
  groupIds: [],
  status: "online",
  since: 0,
  conversations: 0,
  capacity: 3,
  ...more,
});

const answer = (more: Partial<WallAnswer>): WallAnswer => ({
  version: 1,
  at: 1_000_000,
  isWhole: true,
  groups: [],
  agents: [],
  goneGroups: [],
  goneAgents: [],
  today: {} as WallAnswer["today"],
  alarms: [],
  thresholds: { waiting: undefined, oldestWait: undefined, missed: undefined },
  ...more,
});

describe("the wall", () => {
  it("joins what changed with what was there, and keeps the values of other rows", () => {
    const first = joined(undefined, answer({ groups: [group("a"), group("b")], agents: [agent("mia")] }), 5);

    const next = joined(
      first,
      answer({ version: 2, isWhole: false, groups: [group("a", { waiting: 2 })], goneGroups: ["b"] }),
      6,
    );

    expect(next.groups).toEqual([group("a", { waiting: 2 })]);
    expect(next.agents).toBe(first.agents);
    expect(next.version).toBe(2);
  });

  it("a whole answer replaces everything", () => {
    const first = joined(undefined, answer({ groups: [group("a")], agents: [agent("mia")] }), 5);

    expect(joined(first, answer({ groups: [group("c")] }), 6)).toMatchObject({
      groups: [{ id: "c" }],
      agents: [],
    });
  });

  it("counts a wait by the server's clock, whatever this device's clock says", () => {
    const wall = joined(undefined, answer({ at: 100_000, groups: [group("a", { oldestSince: 70_000 })] }), 5);

    expect(serverNow(wall, 2_005)).toBe(102_000);
    expect(longestWait(wall, 2_005)).toBe(32_000);
  });

  it("nobody waits: the longest wait is zero", () => {
    expect(longestWait(joined(undefined, answer({ groups: [group("a")] }), 5), 9)).toBe(0);
  });

  it("who may need help comes first, who is offline last", () => {
    const order = byNeed([
      agent("off", { status: "offline" }),
      agent("calm"),
      agent("full", { conversations: 3 }),
      agent("gone", { status: "offline", conversations: 1 }),
      agent("away", { status: "away", conversations: 1 }),
    ]);

    expect(order.map(({ id }) => id)).toEqual(["gone", "away", "full", "calm", "off"]);
  });

  it("the group whose visitor has waited longest comes first", () => {
    const order = byWait([group("a"), group("b", { oldestSince: 9 }), group("c", { oldestSince: 3 })]);

    expect(order.map(({ id }) => id)).toEqual(["c", "b", "a"]);
  });

  it("a group knows its own alarms", () => {
    const alarms = [
      { kind: "waiting", groupId: "a", value: 3 },
      { kind: "noAgent", groupId: "b", value: 1 },
    ] as const;

    expect([...alarmsOf(alarms, "a")]).toEqual(["waiting"]);
  });
});

import { describe, expect, it } from "vitest";
import type { ApiKey } from "../../../../wire/apiKeys";
import { endOf, stateOf } from "./keyState";

const DAY = 86_400_000;
const NOW = 1_790_000_000_000;

function key(part: Partial<ApiKey>): ApiKey {
  return {
    keyId: "k",
    name: "Orders",
    scopes: [],
    hint: "",
    state: "active",
    createdAt: NOW,
    createdBy: "rowan",
    lastUsedAddress: "",
    ...part,
  };
}

describe("the state of a key", () => {
  it("is ending soon in its last two weeks, and ended after them", () => {
    expect(stateOf(key({}), NOW)).toBe("active");
    expect(stateOf(key({ expiresAt: NOW + 15 * DAY }), NOW)).toBe("active");
    expect(stateOf(key({ expiresAt: NOW + 14 * DAY }), NOW)).toBe("soon");
    expect(stateOf(key({ expiresAt: NOW }), NOW)).toBe("expired");
    expect(stateOf(key({ state: "revoked", expiresAt: NOW }), NOW)).toBe("revoked");
  });

  it("lasts to the end of its last day", () => {
    const end = new Date(endOf("2026-12-31") ?? 0);
    expect([end.getDate(), end.getHours(), end.getMinutes()]).toEqual([31, 23, 59]);
    expect(endOf("")).toBeUndefined();
  });
});

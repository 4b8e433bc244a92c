import { expect, it } from "vitest";
import { createKeeper, IDENTITY_KEPT_MS } from "./storage";

// [ID-01]
it("returns a value until its lifetime ends, counted from its writing", () => {
  const keeper = createKeeper(() => localStorage);

  keeper.write("demo&v1", { userId: "v1" }, 1000, IDENTITY_KEPT_MS);

  expect(keeper.read("demo&v1", 1000 + 503_999_999)).toEqual({ userId: "v1" });
  expect(keeper.read("demo&v1", 1000 + 504_000_000)).toBeUndefined();
});

it("works in memory if the storage is blocked", () => {
  const keeper = createKeeper(() => {
    throw new DOMException("blocked", "SecurityError");
  });

  keeper.write("key", 7, 0, 10);

  expect(keeper.read("key", 5)).toBe(7);
  keeper.remove("key");
  expect(keeper.read("key", 5)).toBeUndefined();
});

it("reads a foreign value under its key as undefined", () => {
  localStorage.setItem("key", "not json");

  expect(createKeeper(() => localStorage).read("key", 0)).toBeUndefined();
});

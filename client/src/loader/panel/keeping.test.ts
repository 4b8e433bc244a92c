import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FORGET, forget } from "../memory";
import { keep, keptFor } from "./keeping";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

it("keeps a chat's values under one key of its channel, and removes the key with the last value", () => {
  keep("demo", "visitor", "Anna");
  keep("demo", "unsent", "hello");
  keep("other", "visitor", "Ben");

  expect(Object.keys(localStorage).sort()).toEqual(["frontdesk.chat.demo", "frontdesk.chat.other"]);
  expect(keptFor("demo")).toEqual({ visitor: "Anna", unsent: "hello" });
  keep("demo", "unsent", undefined);
  keep("demo", "visitor", undefined);
  expect(Object.keys(localStorage)).toEqual(["frontdesk.chat.other"]);
});

it("leaves nothing behind after a read", () => {
  expect(keptFor("demo")).toEqual({});

  expect(localStorage).toHaveLength(0);
});

it("forgets the channel's values and the tab's note, and leaves the mark for the chat's own storage", () => {
  localStorage.setItem("cart", "3");
  keep("other", "visitor", "Ben");
  sessionStorage.setItem("frontdesk.chat.demo", "open");
  keep("demo", "visitor", "Anna");

  forget("demo");

  expect(keptFor("demo")).toEqual({ [FORGET]: "1" });
  expect(keptFor("other")).toEqual({ visitor: "Ben" });
  expect([localStorage.getItem("cart"), sessionStorage.length]).toEqual(["3", 0]);
  keep("demo", FORGET, undefined);
  expect(Object.keys(localStorage).sort()).toEqual(["cart", "frontdesk.chat.other"]);
});

it.each(["not json", "7", "null"])("starts empty if other code has written %s under its key", (text) => {
  localStorage.setItem("frontdesk.chat.demo", text);

  expect(keptFor("demo")).toEqual({});
  keep("demo", "visitor", "Anna");
  expect(keptFor("demo")).toEqual({ visitor: "Anna" });
});

it.each(["getItem", "setItem"] as const)("returns undefined if %s is refused", (call) => {
  const refuse = () => {
    throw new DOMException("denied", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined, [call]: refuse });

  expect(keptFor("demo")).toBeUndefined();
  expect(() => keep("demo", "visitor", "Anna")).not.toThrow();
});

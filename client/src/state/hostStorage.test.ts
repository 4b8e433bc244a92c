import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createKeeper } from "../lib/storage";
import { openHostStorage } from "./hostStorage";

const shop = "https://shop.example";
const visitor = JSON.stringify({ value: { userId: "v", token: "t" }, start: 0, keptMs: 1000 });
let posted: { said: unknown; to: string }[];
let parent: { postMessage: (said: unknown, to: string) => void };

beforeEach(() => {
  vi.useFakeTimers();
  posted = [];
  parent = { postMessage: (said, to) => posted.push({ said, to }) };
});
afterEach(() => vi.useRealTimers());

describe("a frame whose storage the browser denies", () => {
  it("reads the page's values until they expire", async () => {
    const shelf = openHostStorage(framed());
    const keeper = createKeeper(shelf.storage);
    expect(keeper.read("demo&userId", 0)).toBeUndefined();

    says({ kind: "init", kept: { "demo&userId": visitor, odd: 7 } });

    expect(await shelf.opened).toBe(true);
    expect(keeper.read("demo&userId", 999)).toEqual({ userId: "v", token: "t" });
    expect(keeper.read("demo&userId", 1000)).toBeUndefined();
    expect(keeper.keys()).toEqual(["demo&userId"]);
  });

  it("posts changes only to that page, at the exact origin of its init", async () => {
    const shelf = openHostStorage(framed());
    const keeper = createKeeper(shelf.storage);
    says({ kind: "init", kept: {} });
    says({ kind: "init", kept: {} }, "https://other.example");

    keeper.write("demo&userId", "v", 5, 1000);
    keeper.remove("demo&userId");
    keeper.remove("demo&userId");

    const value = JSON.stringify({ value: "v", start: 5, keptMs: 1000 });
    const keep = { source: "frontdesk", kind: "keep", name: "demo&userId" };
    expect(posted).toEqual([
      { said: { ...keep, value }, to: shop },
      { said: { ...keep, value: undefined }, to: shop },
    ]);
  });

  it("accepts init only from its parent, and not from an opaque origin", async () => {
    const shelf = openHostStorage(framed());
    const keeper = createKeeper(shelf.storage);

    says({ kind: "init", kept: { "demo&userId": visitor } }, shop, window);
    says({ kind: "init", kept: { "demo&userId": visitor } }, "null");
    says({ kind: "open", kept: { "demo&userId": visitor } });
    keeper.write("demo&userId", "v", 0, 1000);

    expect(posted).toEqual([]);
    expect(keeper.read("demo&userId", 0)).toBe("v");
    vi.advanceTimersByTime(20_000);
    expect(await shelf.opened).toBe(false);
  });

  it("keeps values only until it closes if the host page can store nothing", async () => {
    const shelf = openHostStorage(framed());
    const keeper = createKeeper(shelf.storage);
    says({ kind: "init" });

    expect(await shelf.opened).toBe(false);
    keeper.write("demo&userId", "v", 0, 1000);
    expect(keeper.read("demo&userId", 0)).toBe("v");
    expect(posted).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does not wait in a frame that the page built itself", async () => {
    const shelf = openHostStorage(framed({ name: "chat" }));
    says({ kind: "init", kept: { "demo&userId": visitor } });

    expect(await shelf.opened).toBe(false);
    expect(() => shelf.storage()).toThrow("denied");
  });
});

it("a frame with its own storage ignores the page's values and posts none", async () => {
  localStorage.clear();
  const shelf = openHostStorage(framed({ localStorage }));
  const keeper = createKeeper(shelf.storage);

  says({ kind: "init", kept: { "demo&userId": visitor } });
  keeper.write("look", 1, 0, 1000);

  expect(await shelf.opened).toBe(true);
  expect(keeper.read("demo&userId", 0)).toBeUndefined();
  expect(localStorage.getItem("look")).toContain("1");
  expect(posted).toEqual([]);
});

it("a top-level page without storage does not wait", async () => {
  const alone: Window = framed();
  parent = alone as unknown as typeof parent;

  expect(await openHostStorage(alone).opened).toBe(false);
});

/** A frame's window with real events and the test's parent. */
function framed(over: { name?: string; localStorage?: Storage } = {}): Window {
  return new Proxy(window, {
    get(target, name) {
      if (name === "parent") return parent;
      if (name === "name") return over.name ?? "frontdesk";
      if (name === "localStorage") {
        if (over.localStorage) return over.localStorage;
        throw new DOMException("denied", "SecurityError");
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

function says(said: object, origin = shop, source: unknown = parent): void {
  const event = new MessageEvent("message", { data: { source: "frontdesk-host", ...said }, origin });
  Object.defineProperty(event, "source", { value: source });
  window.dispatchEvent(event);
}

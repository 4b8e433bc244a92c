import { afterEach, beforeEach, expect, it } from "vitest";
import { type Bridge, listenToParent } from "./child";
import type { HostSays } from "./protocol";

const shop = "https://shop.example";
let posted: { said: unknown; to: string }[];
let received: HostSays[];
let bridge: Bridge;
let frame: Window;
let parent: { postMessage: (said: unknown, to: string) => void };

beforeEach(() => {
  posted = [];
  received = [];
  parent = { postMessage: (said, to) => posted.push({ said, to }) };
  frame = framed({});
  bridge = listenToParent(frame, (said) => received.push(said));
});

afterEach(() => bridge.end());

it("answers the first init at its origin only, then posts the kept messages", () => {
  bridge.say({ source: "frontdesk", kind: "unread", unread: 1 });
  expect(posted).toEqual([]);

  says({ kind: "init" });
  bridge.say({ source: "frontdesk", kind: "unread", unread: 2 });

  expect(posted).toEqual([
    { said: { source: "frontdesk", kind: "ready" }, to: shop },
    { said: { source: "frontdesk", kind: "unread", unread: 1 }, to: shop },
    { said: { source: "frontdesk", kind: "unread", unread: 2 }, to: shop },
  ]);
});

it("accepts messages only from its parent's window and origin", () => {
  says({ kind: "open" });
  says({ kind: "init" });
  says({ kind: "open" });
  says({ kind: "hide" }, "https://shop.example.evil");
  says({ kind: "hide" }, shop, window);
  says({ kind: "init" }, "https://other.example");
  bridge.say({ source: "frontdesk", kind: "queue", position: 1 });

  expect(received.map(({ kind }) => kind)).toEqual(["open"]);
  expect(posted.at(-1)?.to).toBe(shop);
});

it.each([
  { kind: "identify", visitor: "Anna" },
  { kind: "card", card: { title: "" } },
  { kind: "prefill", text: "x".repeat(4001) },
  { kind: "locale", locale: 7 },
  { kind: "close" },
  {},
])("ignores the malformed message %j", (nonsense) => {
  says({ kind: "init" });
  says(nonsense);

  expect(received).toEqual([]);
});

it("keeps the known facts about a visitor and drops values that are too long", () => {
  says({ kind: "init" });
  says({
    kind: "identify",
    visitor: { userName: "Anna", email: "x".repeat(5000), params: { n: 1 }, admin: true },
  });

  expect(received).toEqual([
    {
      source: "frontdesk-host",
      kind: "identify",
      visitor: { userName: "Anna", email: undefined, params: { n: "1" } },
    },
  ]);
});

// [CH-01] [CH-19]
it("posts hidden and close to a page that builds its own frame, at the origin that the browser names", () => {
  bridge.end();
  bridge = listenToParent(framed({ ancestorOrigins: [shop] }), () => undefined);

  bridge.say({ source: "frontdesk", kind: "unread", unread: 1 });
  bridge.say({ source: "frontdesk", kind: "hidden", hidden: true });
  bridge.say({ source: "frontdesk", kind: "close", hidden: true, close: true });

  expect(posted).toEqual([
    { said: { source: "frontdesk", kind: "hidden", hidden: true }, to: shop },
    { said: { source: "frontdesk", kind: "close", hidden: true, close: true }, to: shop },
  ]);
});

it("posts nothing to a page of unknown origin", () => {
  bridge.say({ source: "frontdesk", kind: "hidden", hidden: true });

  expect(posted).toEqual([]);
});

/** A frame's window with real events and the test's parent. */
function framed(location: { ancestorOrigins?: string[] }): Window {
  return new Proxy(window, {
    get(target, name) {
      if (name === "parent") return parent;
      if (name === "location") return location;
      if (name === "document") return { referrer: "" };
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

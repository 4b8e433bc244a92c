import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type FrontdeskApi, frontdesk, load } from "./index.js";

const host = "https://chat.example";
const page: { Frontdesk?: unknown } = window;

beforeEach(() => {
  // The script is not fetched; each test decides whether it arrives.
  vi.spyOn(document.head, "append").mockImplementation((...nodes) => {
    for (const node of nodes) document.head.insertBefore(inert(node), null);
  });
});

afterEach(() => {
  delete page.Frontdesk;
  for (const script of scripts()) script.remove();
});

it("adds the script once, even if load is called twice", () => {
  load({ host });
  load({ host: `${host}/`, nonce: "n" });

  expect(scripts().map(({ src }) => src)).toEqual([`${host}/chat_online/embed.js`]);
});

it("adds no script to a page that has the script's tag", () => {
  const own = document.createElement("div");
  own.innerHTML = `<script src="${host}/chat_online/embed.js" type="text/plain"></script>`;
  document.body.append(own);

  load({ host });

  expect(scripts()).toHaveLength(1);
  own.remove();
});

it("gives the script the nonce of the page's policy", () => {
  load({ host, nonce: "r4nd0m" });

  expect(scripts()[0]?.nonce).toBe("r4nd0m");
});

it("queues calls in order until the script has loaded", () => {
  const count = () => undefined;
  const chat = load({ host, channelId: "demo", color: "#1f5d43" });
  const off = chat.on("unread", count);
  chat.prefill("Hello");
  off();

  expect(page.Frontdesk).toEqual([
    ["boot", { channelId: "demo", color: "#1f5d43" }],
    ["on", "unread", count],
    ["prefill", "Hello"],
    ["off", "unread", count],
  ]);
});

it("has a method for each call of the widget", () => {
  const calls = [
    ["boot", { position: "left" }],
    ["remove"],
    ["shutdown"],
    ["open"],
    ["close"],
    ["toggle"],
    ["show"],
    ["hide"],
    ["identify", { userName: "Ann" }],
    ["setCard", { title: "Tree" }],
    ["setContext", { Cart: "2 ferns" }],
    ["setLocale", "de"],
    ["prefill", "Hello"],
  ] as const satisfies readonly (readonly [keyof FrontdeskApi, ...unknown[]])[];

  for (const [name, ...rest] of calls) Reflect.apply(frontdesk[name], undefined, rest);

  expect(page.Frontdesk).toEqual(calls);
  expect(Object.keys(frontdesk).sort()).toEqual([...calls.map(([name]) => name), "on", "off"].sort());
});

it("calls the widget directly after it has loaded", () => {
  const push = vi.fn();
  const chat = load({ host });
  page.Frontdesk = { push };

  chat.open();

  expect(push).toHaveBeenCalledWith(["open"]);
});

it("emits an error if the script does not load, and retries at the next load", () => {
  const [listens, listensNoMore, isGone] = [vi.fn(), vi.fn(), vi.fn()];
  const chat = load({ host });
  chat.on("error", isGone);
  chat.shutdown();
  chat.on("error", listens);
  chat.on("error", listensNoMore)();

  scripts()[0]?.dispatchEvent(new Event("error"));

  expect(listens).toHaveBeenCalledExactlyOnceWith("blocked");
  expect(listensNoMore).not.toHaveBeenCalled();
  expect(isGone).not.toHaveBeenCalled();
  expect(scripts()).toHaveLength(0);
  load({ host });
  expect(scripts()).toHaveLength(1);
});

it("emits the same error if the page's policy refuses the script's address", () => {
  vi.useFakeTimers();
  const trustedTypes = {
    createPolicy: () => {
      throw new TypeError("not on the list");
    },
  };
  vi.stubGlobal("trustedTypes", trustedTypes);
  const listens = vi.fn();

  load({ host }).on("error", listens);
  vi.runAllTimers();

  expect(listens).toHaveBeenCalledExactlyOnceWith("blocked");
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("throws at once if the chat's host is invalid", () => {
  expect(() => load({ host: "chat.example" })).toThrow(/URL/);
});

it("does nothing without a document", () => {
  vi.stubGlobal("window", undefined);
  vi.stubGlobal("document", undefined);

  expect(() => {
    const chat = load({ host, channelId: "demo" });
    chat.on("open", () => undefined)();
    chat.open();
  }).not.toThrow();

  vi.unstubAllGlobals();
  expect(page.Frontdesk).toBeUndefined();
});

function scripts(): HTMLScriptElement[] {
  return [...document.querySelectorAll("script")];
}

/** A script type that is not fetched. */
function inert(node: Node | string): Node {
  if (!(node instanceof HTMLScriptElement)) throw new Error("only a script is put in");
  node.type = "text/plain";
  return node;
}

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { FrameSays } from "../../bridge/protocol";
import { child } from "../dom";
import { forget } from "../memory";
import type { Panel } from "../panelInterface";
import { keep, keptFor } from "./keeping";
import { makePanel } from "./panel";

const host = "https://chat.example";
let ending: AbortController;

beforeEach(() => localStorage.clear());
afterEach(() => ending.abort());

it("passes the mark to the next frame, and removes it when that frame's chat has started", () => {
  forget("demo");
  open().listen();
  expect(handedOver()).toMatchObject({ forget: "1" });

  says({ source: "frontdesk", kind: "ready" });
  expect(keptFor("demo")).toEqual({ forget: "1" });
  says({ source: "frontdesk", kind: "status", status: "robot" });

  expect(localStorage).toHaveLength(0);
});

it("keeps a mark that its frame was not told of, because another page left it later", () => {
  open().listen();
  expect(handedOver()).not.toHaveProperty("forget");
  says({ source: "frontdesk", kind: "status", status: "robot" });

  forget("demo");
  keep("demo", "demo&userId", "Anna");
  says({ source: "frontdesk", kind: "status", status: "agent" });

  expect(keptFor("demo")).toEqual({ forget: "1", "demo&userId": "Anna" });
});

/** A panel that is not open yet. */
function open(): Panel {
  ending = new AbortController();
  const element = document.createElement("div");
  const shadow = element.attachShadow({ mode: "open" });
  document.body.append(element);
  ending.signal.addEventListener("abort", () => element.remove());
  const root = child(shadow, "div", "root");
  return makePanel({
    shadow,
    root,
    launcher: child(root, "button", "launcher"),
    signal: ending.signal,
    channelId: "demo",
    address: () => new URL("/chat_online/index?channelId=demo", host),
    known: {},
    facts: () => undefined,
    isResumed: false,
    name: () => "Chat",
    open: vi.fn(),
    close: vi.fn(),
    setOver: vi.fn(),
    setUnread: vi.fn(),
    tell: vi.fn(),
  });
}

function iframe(): HTMLIFrameElement {
  const found = document.querySelector("div")?.shadowRoot?.querySelector("iframe");
  if (!found) throw new Error("no frame");
  return found;
}

function handedOver(): unknown {
  return JSON.parse(decodeURIComponent(new URL(iframe().src).hash.slice(1)));
}

function says(data: FrameSays): void {
  const event = new MessageEvent("message", { data, origin: host });
  Object.defineProperty(event, "source", { value: iframe().contentWindow });
  window.dispatchEvent(event);
}

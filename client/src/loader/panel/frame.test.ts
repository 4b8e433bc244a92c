import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { FrameSays } from "../../bridge/protocol";
import { type Frame, openFrame } from "./frame";

const address = new URL("https://chat.example/chat_online/index?channelId=demo");
let panel: HTMLElement;
let received: FrameSays[];
let frame: Frame;
let missed: number;
let kept: Record<string, string> | undefined;
let posted: { said: unknown; to: string }[];

beforeEach(() => {
  vi.useFakeTimers();
  panel = document.createElement("div");
  received = [];
  posted = [];
  missed = 0;
  kept = { "demo&userId": "Anna" };
  frame = openFrame(panel, address, "Chat", {
    hear: (said) => received.push(said),
    miss: () => {
      missed += 1;
    },
    kept: () => kept,
  });
  Object.defineProperty(iframe(), "contentWindow", { value: chat });
});

afterEach(() => {
  frame.remove();
  vi.useRealTimers();
});

it("repeats init until the chat responds, only to the chat's origin", () => {
  iframe().dispatchEvent(new Event("load"));
  vi.advanceTimersByTime(600);
  chatSays({ source: "frontdesk", kind: "ready" });
  vi.advanceTimersByTime(5000);

  expect(posted).toEqual(
    Array(3).fill({ said: { source: "frontdesk-host", kind: "init", kept }, to: address.origin }),
  );
});

it("stops init to a silent chat, reports it, and retries when the chat is opened", () => {
  iframe().dispatchEvent(new Event("load"));
  vi.advanceTimersByTime(20_000);
  const told = posted.length;
  vi.advanceTimersByTime(600_000);
  expect([posted.length, missed, vi.getTimerCount()]).toEqual([told, 1, 0]);

  frame.wake();
  iframe().dispatchEvent(new Event("load"));
  chatSays({ source: "frontdesk", kind: "ready" });
  vi.advanceTimersByTime(600_000);

  expect([posted.length, missed, vi.getTimerCount()]).toEqual([told + 1, 1, 0]);
});

it("does not reload a chat that is ready or loading", () => {
  const before = iframe().src;
  const loads = vi.spyOn(iframe(), "src", "set");

  frame.wake();
  iframe().dispatchEvent(new Event("load"));
  chatSays({ source: "frontdesk", kind: "ready" });
  frame.wake();

  expect(loads).not.toHaveBeenCalled();
  expect(iframe().src).toBe(before);
});

it("reports a missing chat if its frame never loads", () => {
  vi.advanceTimersByTime(20_000);

  expect(missed).toBe(1);
});

it("posts only init to a chat that does not listen yet", () => {
  frame.say({ source: "frontdesk-host", kind: "open" });
  chatSays({ source: "frontdesk", kind: "ready" });
  frame.say({ source: "frontdesk-host", kind: "hide" });

  expect(posted.map(({ said }) => said)).toEqual([{ source: "frontdesk-host", kind: "hide" }]);
});

it("names its frame, so that a chat without storage waits for the page's values", () => {
  expect(iframe().name).toBe("frontdesk");
});

it("sends the page's current values with init, or none if it can store nothing", () => {
  iframe().dispatchEvent(new Event("load"));
  kept = undefined;
  vi.advanceTimersByTime(250);

  expect(posted.map(({ said }) => said)).toEqual([
    { source: "frontdesk-host", kind: "init", kept: { "demo&userId": "Anna" } },
    { source: "frontdesk-host", kind: "init", kept: undefined },
  ]);
});

it("accepts messages only from the chat's window and origin", () => {
  chatSays({ source: "frontdesk", kind: "unread", unread: 2 });
  chatSays({ source: "frontdesk", kind: "close" }, "https://chat.example.evil");
  chatSays({ source: "frontdesk", kind: "close" }, address.origin, window);
  chatSays({ source: "someone", kind: "close" });

  expect(received).toEqual([{ source: "frontdesk", kind: "unread", unread: 2 }]);
});

const chat = { postMessage: (said: unknown, to: string) => posted.push({ said, to }) };

function iframe(): HTMLIFrameElement {
  const found = panel.querySelector("iframe");
  if (!found) throw new Error("no frame");
  return found;
}

function chatSays(data: unknown, origin = address.origin, source: unknown = chat): void {
  const event = new MessageEvent("message", { data, origin });
  Object.defineProperty(event, "source", { value: source });
  window.dispatchEvent(event);
}

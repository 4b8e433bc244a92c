import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { FrameSays } from "../../bridge/protocol";
import { type Frame, openFrame } from "./frame";

const address = new URL("https://chat.example/chat_online/index?channelId=demo");
let panel: HTMLElement;
let heard: FrameSays[];
let frame: Frame;
let missed: number;
let kept: Record<string, string> | undefined;
let posted: { said: unknown; to: string }[];

beforeEach(() => {
  vi.useFakeTimers();
  panel = document.createElement("div");
  heard = [];
  posted = [];
  missed = 0;
  kept = { "demo&userId": "Anna" };
  frame = openFrame(panel, address, "Chat", {
    hear: (said) => heard.push(said),
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

it("introduces itself again and again until the chat answers, to the chat's own origin alone", () => {
  iframe().dispatchEvent(new Event("load"));
  vi.advanceTimersByTime(600);
  chatSays({ source: "frontdesk", kind: "ready" });
  vi.advanceTimersByTime(5000);

  expect(posted).toEqual(
    Array(3).fill({ said: { source: "frontdesk-host", kind: "init", kept }, to: address.origin }),
  );
});

it("stops introducing itself to a chat that never answers, says so, and tries again when it is wanted", () => {
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

it("leaves a chat alone that is there or on its way", () => {
  const before = iframe().src;
  const loads = vi.spyOn(iframe(), "src", "set");

  frame.wake();
  iframe().dispatchEvent(new Event("load"));
  chatSays({ source: "frontdesk", kind: "ready" });
  frame.wake();

  expect(loads).not.toHaveBeenCalled();
  expect(iframe().src).toBe(before);
});

it("says that a chat is missing whose frame never loads", () => {
  vi.advanceTimersByTime(20_000);

  expect(missed).toBe(1);
});

it("says nothing but its name to a chat that does not listen yet", () => {
  frame.say({ source: "frontdesk-host", kind: "open" });
  chatSays({ source: "frontdesk", kind: "ready" });
  frame.say({ source: "frontdesk-host", kind: "hide" });

  expect(posted.map(({ said }) => said)).toEqual([{ source: "frontdesk-host", kind: "hide" }]);
});

it("names its frame, so that a chat without storage waits for what the page keeps", () => {
  expect(iframe().name).toBe("frontdesk");
});

it("brings what the page keeps by then, and tells apart that it can keep nothing", () => {
  iframe().dispatchEvent(new Event("load"));
  kept = undefined;
  vi.advanceTimersByTime(250);

  expect(posted.map(({ said }) => said)).toEqual([
    { source: "frontdesk-host", kind: "init", kept: { "demo&userId": "Anna" } },
    { source: "frontdesk-host", kind: "init", kept: undefined },
  ]);
});

it("hears the chat, and nobody who only looks like it", () => {
  chatSays({ source: "frontdesk", kind: "unread", unread: 2 });
  chatSays({ source: "frontdesk", kind: "close" }, "https://chat.example.evil");
  chatSays({ source: "frontdesk", kind: "close" }, address.origin, window);
  chatSays({ source: "someone", kind: "close" });

  expect(heard).toEqual([{ source: "frontdesk", kind: "unread", unread: 2 }]);
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

import { act, render, screen } from "@testing-library/react";
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Frontdesk, type FrontdeskProps, useFrontdesk } from "./react.js";

const page: { Frontdesk?: unknown } = window;
const tag = document.createElement("script");
let calls: unknown[][];
let listeners: { event: unknown; listener: (detail?: unknown) => void }[];

beforeEach(() => {
  // The page already has the script; the test records the calls.
  tag.type = "text/plain";
  tag.src = "https://chat.example/chat_online/embed.js";
  document.head.append(tag);
  calls = [];
  listeners = [];
  page.Frontdesk = {
    push(call: [string, ...unknown[]]) {
      const [name, event, listener] = call;
      if (name === "remove") listeners = [];
      if (name === "on" && typeof listener === "function")
        listeners.push({ event, listener: (detail) => listener(detail) });
      else calls.push(call);
    },
  };
});

afterEach(() => {
  tag.remove();
  delete page.Frontdesk;
});

it("boots with the props' options, and removes the widget on unmount without forgetting the visitor", () => {
  const { unmount } = render(<Chat color="#1f5d43" position="left" />);

  expect(calls[0]).toEqual(["boot", { channelId: "demo", color: "#1f5d43", position: "left" }]);
  unmount();
  expect(calls.at(-1)).toEqual(["remove"]);
  expect(listeners).toEqual([]);
});

it("boots one widget under StrictMode", () => {
  render(
    <StrictMode>
      <Chat visitor={{ userName: "Ann" }} />
    </StrictMode>,
  );

  const names = calls.map(([name]) => name);
  expect(names.filter((name) => name === "remove")).toHaveLength(1);
  const last = names.slice(names.lastIndexOf("remove") + 1);
  expect(last.filter((name) => name === "identify")).toHaveLength(1);
  expect(last[0]).toBe("boot");
  expect(listeners.filter(({ event }) => event === "open")).toHaveLength(1);
});

it("passes changed props to the widget, but no equal value in a new object", () => {
  const { rerender } = render(<Chat visitor={{ userName: "Ann" }} card={{ title: "Tree" }} locale="en" />);
  calls = [];

  rerender(<Chat visitor={{ userName: "Ann" }} card={{ title: "Tree" }} locale="en" />);
  expect(calls).toEqual([]);

  rerender(<Chat visitor={{ userName: "Ben" }} locale="de" color="red" hidden={true} />);
  expect(calls).toEqual([
    ["boot", { color: "red" }],
    ["setLocale", "de"],
    ["identify", { userName: "Ben" }],
    ["setCard", undefined],
    ["hide"],
  ]);
});

it("starts a new chat for another channel, with all options", () => {
  const { rerender } = render(<Chat visitor={{ userName: "Ann" }} />);
  calls = [];

  rerender(<Chat channelId="other" visitor={{ userName: "Ann" }} />);

  expect(calls[0]).toEqual(["remove"]);
  expect(calls[1]).toEqual(["boot", { channelId: "other" }]);
  expect(calls).toContainEqual(["identify", { userName: "Ann" }]);
});

it("calls the listener of the newest props", () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const { rerender } = render(<Chat onUnread={first} />);
  rerender(<Chat onUnread={second} />);

  happens("unread", 2);

  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledExactlyOnceWith(2);
});

it.each([
  ["onReady", "ready", undefined],
  ["onOpen", "open", undefined],
  ["onClose", "close", undefined],
  ["onUnread", "unread", 3],
  ["onMessage", "message", undefined],
  ["onStatus", "status", "agent"],
  ["onQueue", "queue", 2],
  ["onCall", "call", true],
  ["onChatStarted", "chatStarted", undefined],
  ["onMessageSent", "messageSent", undefined],
  ["onMessageReceived", "messageReceived", "agent"],
  ["onAgentAssigned", "agentAssigned", undefined],
  ["onQueued", "queued", 4],
  ["onLeftMessage", "leftMessage", undefined],
  ["onRated", "rated", undefined],
  ["onEnded", "ended", undefined],
  ["onError", "error", "offline"],
] as const)("has %s for the event %s", (prop, event, detail) => {
  const listener = vi.fn();
  render(<Chat {...{ [prop]: listener }} />);

  happens(event, detail);

  expect(listener).toHaveBeenCalledOnce();
  if (detail !== undefined) expect(listener).toHaveBeenCalledWith(detail);
});

it("exposes the chat's state anywhere on the page, and resets it with the chat", () => {
  function Shown() {
    const { isReady, isOpen, unread, status, queue, isRinging, open } = useFrontdesk();
    const words = JSON.stringify({ isReady, isOpen, unread, status, queue, isRinging });
    return (
      <button type="button" onClick={open}>
        {words}
      </button>
    );
  }
  const { rerender } = render(
    <>
      <Chat />
      <Shown />
    </>,
  );
  happens("ready");
  happens("open");
  happens("status", "queued");
  happens("queue", 4);
  happens("unread", 1);
  happens("call", true);

  const button = screen.getByRole("button");
  expect(JSON.parse(button.textContent)).toEqual({
    isReady: true,
    isOpen: true,
    unread: 1,
    status: "queued",
    queue: 4,
    isRinging: true,
  });
  calls = [];
  button.click();
  expect(calls).toEqual([["open"]]);
  happens("close");
  expect(JSON.parse(button.textContent).isOpen).toBe(false);

  rerender(
    <>
      {null}
      <Shown />
    </>,
  );
  expect(JSON.parse(screen.getByRole("button").textContent)).toEqual({
    isReady: false,
    isOpen: false,
    unread: 0,
    queue: 0,
    isRinging: false,
  });
});

it("renders and does nothing on a server", () => {
  function Badge() {
    return <b>{useFrontdesk().unread}</b>;
  }
  const html = renderToString(
    <>
      <Chat />
      <Badge />
    </>,
  );

  expect(html).toBe("<b>0</b>");
  expect(calls).toEqual([]);
});

function Chat(props: Partial<FrontdeskProps>) {
  return <Frontdesk host="https://chat.example" channelId="demo" {...props} />;
}

function happens(event: string, detail?: unknown): void {
  act(() => {
    for (const one of listeners) if (one.event === event) one.listener(detail);
  });
}

import { beforeAll, beforeEach, expect, it } from "vitest";
import type { FrontdeskApi } from "../../packages/embed/src/api";

const KEY = "frontdesk.chat.demo";
const kept = JSON.stringify({ "demo&userId": "Anna" });
let chat: FrontdeskApi;

beforeAll(async () => {
  const tag = document.createElement("script");
  // The test imports the script itself.
  tag.type = "text/plain";
  tag.src = "https://chat.example/chat_online/embed.js";
  document.head.append(tag);
  await import("./embed");
  const page: { Frontdesk?: unknown } = window;
  chat = page.Frontdesk as FrontdeskApi;
});

beforeEach(() => {
  localStorage.setItem(KEY, kept);
  chat.boot({ channelId: "demo" });
  // After the boot, which would go on with the chat of an earlier page.
  sessionStorage.setItem(KEY, "used");
  return () => {
    chat.remove();
    localStorage.clear();
    sessionStorage.clear();
  };
});

it("remove takes the widget off the page and keeps the visitor for the next boot", () => {
  chat.remove();

  expect(document.querySelector("frontdesk-chat")).toBeNull();
  expect([localStorage.getItem(KEY), sessionStorage.getItem(KEY)]).toEqual([kept, "used"]);
});

it("shutdown takes the widget off the page, and puts a mark in place of the visitor", () => {
  chat.shutdown();

  expect(document.querySelector("frontdesk-chat")).toBeNull();
  expect([localStorage.getItem(KEY), sessionStorage.getItem(KEY)]).toEqual(['{"forget":"1"}', null]);
});

it("shutdown forgets also after the widget was removed, and the mark outlives the next boot", () => {
  chat.remove();
  chat.shutdown();
  chat.boot({ channelId: "demo" });

  expect(document.querySelectorAll("frontdesk-chat")).toHaveLength(1);
  expect([localStorage.getItem(KEY), sessionStorage.getItem(KEY)]).toEqual(['{"forget":"1"}', null]);
});

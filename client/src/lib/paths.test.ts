import { expect, it } from "vitest";
import { chatPath, leavePath, orderPath } from "./paths";

const page = { channelId: "demo", isEmbedded: false, locale: "" };
const frame = { channelId: "demo", isEmbedded: true, locale: "ar" };

// [LM-01]
it("leads to the page for leaving a message and back, with separate addresses in a frame", () => {
  expect(leavePath(page, "t", "v_1")).toBe("/leaveMsg?channelId=demo&tenantId=t&userId=v_1");
  expect(leavePath(frame, "t", "v_1")).toBe(
    "/leaveMessage?channelId=demo&tenantId=t&userId=v_1&from=iframe&locale=ar",
  );
  expect(chatPath(page, "r")).toBe("/index?channelId=demo");
  expect(chatPath(frame, "r")).toBe("/index?channelId=demo&from=iframe&random=r&locale=ar");
});

it("encodes a link's token so that it can be read back", () => {
  const address = new URL(orderPath("a1", "k.a+b/c=.m"), "https://chat.example");

  expect(address.searchParams.get("token")).toBe("k.a+b/c=.m");
});

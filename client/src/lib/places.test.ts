import { expect, it } from "vitest";
import { chatPlace, leavePlace, orderPlace } from "./places";

const page = { channelId: "demo", isEmbedded: false, locale: "" };
const frame = { channelId: "demo", isEmbedded: true, locale: "ar" };

// [LM-01]
it("leads to the page for leaving a message and back, with separate addresses in a frame", () => {
  expect(leavePlace(page, "t", "v_1")).toBe("/leaveMsg?channelId=demo&tenantId=t&userId=v_1");
  expect(leavePlace(frame, "t", "v_1")).toBe(
    "/leaveMessage?channelId=demo&tenantId=t&userId=v_1&from=iframe&locale=ar",
  );
  expect(chatPlace(page, "r")).toBe("/index?channelId=demo");
  expect(chatPlace(frame, "r")).toBe("/index?channelId=demo&from=iframe&random=r&locale=ar");
});

it("encodes a link's token so that it can be read back", () => {
  const place = new URL(orderPlace("a1", "k.a+b/c=.m"), "https://chat.example");

  expect(place.searchParams.get("token")).toBe("k.a+b/c=.m");
});

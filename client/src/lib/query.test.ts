import { expect, it } from "vitest";
import { readQuery, withoutPersonal } from "./query";

// [ID-08]
it("reads the flags of a page", () => {
  const query = readQuery("?channelId=demo&from=iframe&customize=true&inviteEvaluate=1&close=true&vip=gold");

  expect(query).toMatchObject({
    channelId: "demo",
    isEmbedded: true,
    hidesClose: true,
    evaluatesFirst: true,
    closesWindow: true,
    params: '{"vip":"gold"}',
  });
  expect(readQuery("?from=javascript:").isEmbedded).toBe(false);
});

it("takes what is personal out of the address", () => {
  expect(withoutPersonal("http://shop.test/chat_online/index?channelId=demo&userId=7&userHash=ab")).toBe(
    "/chat_online/index?channelId=demo",
  );
  expect(withoutPersonal("http://shop.test/chat_online/index?channelId=demo#%7B%7D")).toBe(
    "/chat_online/index?channelId=demo",
  );
  expect(withoutPersonal("http://shop.test/chat_online/index?channelId=demo")).toBeUndefined();
});

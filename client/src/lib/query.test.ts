import { expect, it } from "vitest";
import { ofTenant, readQuery, withoutPersonal } from "./query";

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

it("reads the tenant and its ids, and leaves them out of params", () => {
  const query = readQuery(
    "?tenantId=demo&userId=7&userHash=ab&pid=p-1&fiyBookCode=spring&groupId=g&adminId=mia",
  );

  expect(query).toMatchObject({
    pid: "p-1",
    fiyBookCode: "spring",
    groupId: "g",
    adminId: "mia",
    params: "{}",
  });
  expect(ofTenant(query, "demo")).toBe(query);
  expect(ofTenant(query, "other")).toMatchObject({ userId: "", userHash: "" });
  expect(withoutPersonal("http://shop.test/chat_online/index?channelId=demo&pid=p-1")).toBe(
    "/chat_online/index?channelId=demo",
  );
});

it("removes personal data from the address", () => {
  expect(withoutPersonal("http://shop.test/chat_online/index?channelId=demo&userId=7&userHash=ab")).toBe(
    "/chat_online/index?channelId=demo",
  );
  expect(withoutPersonal("http://shop.test/chat_online/index?channelId=demo#%7B%7D")).toBe(
    "/chat_online/index?channelId=demo",
  );
  expect(withoutPersonal("http://shop.test/chat_online/index?channelId=demo")).toBeUndefined();
});

import { beforeEach, expect, it } from "vitest";
import { started } from "../../test/conversations";
import { visiting } from "../../test/visiting";
import { createKeeper } from "../lib/storage";
import { keepIdentity, readIdentity } from "./identity";
import { createOutboxStore } from "./outboxStore";

const FORGET = `#${encodeURIComponent(JSON.stringify({ visitor: { title: "Fern" }, forget: "1" }))}`;
const NOW = 1_000_000;
const keeper = createKeeper(() => localStorage);
const unsent = { key: "k", sessionId: "s", at: NOW, words: "my tree is too tall" };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

it("a chat that is told to forget starts as a stranger's, once", async () => {
  await visiting().chat.start();
  sessionStorage.setItem("demo&card", "{}");
  localStorage.setItem("demo&v&form", "{}");
  keepIdentity(keeper, "fern", { userId: "ben", token: "b" }, NOW);

  const { chat, api } = visiting({}, "?channelId=demo", FORGET);
  api.chatStart.mockImplementationOnce(async () => {
    expect([localStorage.getItem("demo&v&form"), sessionStorage.getItem("demo&card")]).toEqual([null, null]);
    return started({ userId: "w", token: "u" });
  });
  await chat.start();
  await chat.start();

  expect(api.chatStart.mock.calls.map(([who]) => who)).toMatchObject([
    { userId: "", token: "", title: "Fern" },
    { userId: "w", token: "u" },
  ]);
  expect(readIdentity(keeper, "fern", NOW)?.userId).toBe("ben");
});

it("a signed customer is found again by the signature, without the token", async () => {
  keepIdentity(keeper, "demo", { userId: "4711", token: "t" }, NOW);
  const said = encodeURIComponent(
    JSON.stringify({ visitor: { userId: "4711", userHash: "h" }, forget: "1" }),
  );
  const { chat, api } = visiting({}, "?channelId=demo", `#${said}`);

  await chat.start();

  expect(api.chatStart.mock.calls[0]?.[0]).toMatchObject({ userId: "4711", userHash: "h", token: "" });
});

it("the unsent messages of the tenant's visitors go too, and no others", async () => {
  const store = createOutboxStore(keeper);
  for (const owner of ["demo&v", "demo&w", "fern&ben"]) await store.keep(owner, unsent);
  const { chat, visit } = visiting({}, "?channelId=demo", FORGET);
  visit.outbox = store;

  await chat.start();

  const left = await Promise.all(["demo&v", "demo&w", "fern&ben"].map((owner) => store.load(owner, NOW)));
  expect(left.map(({ length }) => length)).toEqual([0, 0, 1]);
});

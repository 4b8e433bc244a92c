import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { expect, it } from "vitest";
import { auditPage } from "./admin";
import { envelope } from "./envelope";
import { operatorEntered, operatorInvitation, tenants } from "./operator";
import { ownAccount } from "./ownAccount";

const folder = join(import.meta.dirname, "../../../fixtures/wire/operator");

function golden(call: string): unknown {
  return v.parse(envelope, JSON.parse(readFileSync(join(folder, call, "response.json"), "utf8"))).data;
}

it("reads who signs in", () => {
  expect(v.parse(operatorEntered, golden("login"))).toEqual(v.parse(operatorEntered, golden("join")));
  expect(v.parse(operatorInvitation, golden("joinInfo"))).toEqual({ account: "olga", purpose: "invite" });
  expect(v.parse(ownAccount, golden("me"))).toMatchObject({
    account: "olga",
    totpSet: true,
    recoveryCodesLeft: 9,
  });
});

it("reads the tenants, and that a disabled one has no load", () => {
  const [fern, moss] = v.parse(tenants, golden("tenants/list")).list;

  expect(fern).toMatchObject({ id: "demo", isEnabled: true, load: { waiting: 3, agentsOnline: 2 } });
  expect(moss).toEqual({
    id: "moss-bark",
    name: "Moss & Bark",
    isEnabled: false,
    load: undefined,
    fileBytes: 0,
  });
});

it("reads what operators did", () => {
  expect(v.parse(auditPage, golden("audit/list")).list).toMatchObject([{ adminId: "olga", id: "moss-bark" }]);
});

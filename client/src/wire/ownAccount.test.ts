import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { expect, it } from "vitest";
import { envelope } from "./envelope";
import { ownAccount, recoveryCodes, signIns, totpBegun } from "./ownAccount";

const folder = join(import.meta.dirname, "../../../fixtures/wire/agent/account");

it.each([
  ["get", ownAccount],
  ["update", ownAccount],
  ["signIns", signIns],
  ["totp/begin", totpBegun],
  ["totp/confirm", recoveryCodes],
  ["totp/recoveryCodes", recoveryCodes],
])("reads the golden response of %s", (call, schema) => {
  const golden = JSON.parse(readFileSync(join(folder, call, "response.json"), "utf8"));
  expect(v.safeParse(schema, v.parse(envelope, golden).data).success).toBe(true);
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { expect, it } from "vitest";
import { envelope } from "./envelope";
import { ownAccount, pushDevices, pushTried, recoveryCodes, signIns, totpBegun } from "./ownAccount";

const folder = join(import.meta.dirname, "../../../fixtures/wire/agent");

it.each([
  ["account/get", ownAccount],
  ["account/update", ownAccount],
  ["account/signIns", signIns],
  ["account/totp/begin", totpBegun],
  ["account/totp/confirm", recoveryCodes],
  ["account/totp/recoveryCodes", recoveryCodes],
  ["push/list", pushDevices],
  ["push/test", pushTried],
])("reads the golden response of %s", (call, schema) => {
  const golden = JSON.parse(readFileSync(join(folder, call, "response.json"), "utf8"));
  expect(v.safeParse(schema, v.parse(envelope, golden).data).success).toBe(true);
});

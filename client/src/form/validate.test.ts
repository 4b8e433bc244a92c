import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { field } from "../wire/field";
import { type Answer, namesAlong, wireAnswers } from "./answers";
import { isEmail, isPhone } from "./contact";
import { faultOf } from "./validate";

type Case = { field: { fieldName: string } } & Record<
  "fits" | "missing" | "malformed" | "notAnOption",
  Answer[]
>;

const cases: Case[] = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../fixtures/forms/cases.json"), "utf8"),
);

// [MS-14]
describe.each(cases.map((one) => [one.field.fieldName, one] as const))("a field: %s", (_name, one) => {
  const asked = v.parse(field, one.field);

  it("accepts valid answers", () => {
    for (const answer of one.fits) expect(faultOf(asked, answer), JSON.stringify(answer)).toBeUndefined();
  });

  it.each(["missing", "malformed", "notAnOption"] as const)("refuses answers with the fault %s", (fault) => {
    for (const answer of one[fault]) expect(faultOf(asked, answer), JSON.stringify(answer)).toBe(fault);
  });
});

it("refuses an answer that is too long", () => {
  const line = v.parse(field, { fieldId: "f", fieldType: 1 });
  const lines = v.parse(field, { fieldId: "f", fieldType: 2 });

  expect(faultOf(line, "界".repeat(500))).toBeUndefined();
  expect(faultOf(line, "界".repeat(501))).toBe("tooLong");
  expect(faultOf(lines, "x".repeat(4001))).toBe("tooLong");
});

// [LM-03]
it("joins the answers of checkboxes by commas, unless one contains a comma", () => {
  const boxes = (names: string[]) =>
    v.parse(field, {
      fieldId: "wish",
      fieldName: "Wish",
      fieldType: 8,
      fieldValue: JSON.stringify(names.map((name) => ({ name }))),
    });

  const plain = wireAnswers([boxes(["Refund", "Advice"])], { wish: ["Refund", "Advice"] });
  const tricky = wireAnswers([boxes(["Now, please", "Later"])], { wish: ["Now, please", "Later"] });

  expect(plain).toEqual([{ fieldId: "wish", fieldName: "Wish", fieldValue: "Refund,Advice" }]);
  expect(tricky[0]?.fieldValue).toEqual(["Now, please", "Later"]);
});

// [MS-15]
it("reads broken options as none and an unknown type as a line", () => {
  expect(v.parse(field, { fieldId: "f", fieldType: 6, fieldValue: "[{" }).options).toEqual([]);
  expect(v.parse(field, { fieldId: "f", fieldType: 77 }).kind).toBe("line");
});

it("names the path of a cascader, but no path that does not exist", () => {
  const choices = [{ id: "a", name: "A", children: [{ id: "b", name: "B", children: [] }] }];

  expect(namesAlong(choices, ["a", "b"])).toEqual(["A", "B"]);
  expect(namesAlong(choices, ["b"])).toBeUndefined();
});

it("recognizes phone numbers and email addresses", () => {
  expect(["13800138000"].every(isPhone)).toBe(true);
  expect(["23800138000", "1380013800", "138001380001", "+8613800138000"].some(isPhone)).toBe(false);
  expect(["ann@example.com", "a.b+c@mail.example.co.uk"].every(isEmail)).toBe(true);
  expect(
    ["ann", "ann@", "@b.com", "a@b", "a..b@c.de", "a@-b.de", "a@b.1", "a b@c.de", "ann@@b.com"].some(isEmail),
  ).toBe(false);
});

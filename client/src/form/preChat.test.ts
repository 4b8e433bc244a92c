import * as v from "valibot";
import { expect, it } from "vitest";
import { asksAnything, preChatForm } from "../wire/preChat";
import { canSkip, knownValues, preChatAnswers, preChatFaults } from "./preChat";

const { fields } = v.parse(preChatForm, {
  formTitle: "Before we start",
  formList: [
    { name: "Name", value: "userName", require: 1, show: 1, fieldType: 1 },
    { name: "Phone", value: "phone", require: 0, show: 1, fieldType: 1 },
    { name: "E-mail", value: "email", require: 1, show: 0, fieldType: 1 },
    {
      name: "Topic",
      value: "topic",
      require: 1,
      show: 1,
      fieldType: 6,
      options: [{ label: "Orders", value: "orders" }, { label: "Care" }],
    },
  ],
});
const faults = (values: Record<string, string>) =>
  preChatFaults(fields, values).map(({ field, fault }) => `${field.label}: ${fault}`);

// [FM-01]
it("requires every field that is both required and shown", () => {
  expect(faults({})).toEqual(["Name: missing", "Topic: missing"]);
  expect(faults({ userName: "  ", topic: "orders" })).toEqual(["Name: missing"]);
  expect(faults({ userName: "Ann", topic: "orders" })).toEqual([]);
});

// [FM-01]
it("accepts a valid phone and email, or none", () => {
  const others = { userName: "Ann", topic: "orders" };
  expect(faults({ ...others, phone: "1380013800" })).toEqual(["Phone: phone"]);
  expect(faults({ ...others, phone: "13800138000" })).toEqual([]);
  const shown = fields.map((field) => ({ ...field, isShown: true }));
  expect(preChatFaults(shown, { ...others, email: "a@b..c" })[0]?.fault).toBe("email");
});

// [FM-01]
it("sends the first three fields by their names, and the others as typed fields", () => {
  expect(preChatAnswers(fields, { userName: " Ann ", phone: "", email: "hidden", topic: "orders" })).toEqual({
    contact: { userName: "Ann", phone: "", email: "" },
    others: { topic: "orders" },
  });
});

it("may be skipped if no field is required, and is left out if no field is shown", () => {
  expect(canSkip(fields)).toBe(false);
  expect(canSkip(fields.map((field) => ({ ...field, isRequired: false })))).toBe(true);
  expect(asksAnything(fields)).toBe(true);
  expect(asksAnything(fields.map((field) => ({ ...field, isShown: false })))).toBe(false);
});

it("starts with what is known about the visitor", () => {
  expect(knownValues(fields, { userName: "Ann", phone: "", email: "ann@example.com" })).toEqual({
    userName: "Ann",
    email: "ann@example.com",
  });
});

// [MS-15]
it("reads a broken form as an empty one", () => {
  expect(v.parse(preChatForm, { formList: "[{" }).fields).toEqual([]);
  expect(v.parse(preChatForm, null)).toEqual({ title: "", fields: [] });
});

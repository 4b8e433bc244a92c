import { expect, it } from "vitest";
import { labelled } from "./labelled";

const formList = JSON.stringify([
  { name: "Name", value: "name", show: 1, fieldType: 1 },
  {
    name: "What is it about?",
    value: "topic",
    show: 1,
    fieldType: 6,
    options: [{ label: "Plant care", value: "care" }],
  },
]);
const channel = { userForm: { formTitle: "Before we start", formList } };

it("answers have the labels that the visitor saw", () => {
  expect(labelled([{ name: "topic", value: "care" }], channel)).toEqual([
    { name: "What is it about?", value: "Plant care" },
  ]);
});

it("an answer that the form does not contain stays unchanged", () => {
  const sent = [
    { name: "colour", value: "green" },
    { name: "topic", value: "moss" },
  ];

  expect(labelled(sent, channel).map(({ value }) => value)).toEqual(["green", "moss"]);
  expect(labelled(sent, { userForm: undefined })).toEqual(sent);
});

it("each chosen option of several has its label", () => {
  const options = [
    { label: "Plant care", value: "care" },
    { label: "Pots", value: "pots" },
  ];
  const several = [{ name: "Topics", value: "topics", show: 1, fieldType: 8, options }];
  const form = { userForm: { formTitle: "", formList: JSON.stringify(several) } };

  expect(labelled([{ name: "topics", value: "care,pots" }], form)).toEqual([
    { name: "Topics", value: "Plant care, Pots" },
  ]);
});

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

it("words answers as the visitor read them", () => {
  expect(labelled([{ name: "topic", value: "care" }], channel)).toEqual([
    { name: "What is it about?", value: "Plant care" },
  ]);
});

it("leaves what the form does not know as it was sent", () => {
  const sent = [
    { name: "colour", value: "green" },
    { name: "topic", value: "moss" },
  ];

  expect(labelled(sent, channel).map(({ value }) => value)).toEqual(["green", "moss"]);
  expect(labelled(sent, { userForm: undefined })).toEqual(sent);
});

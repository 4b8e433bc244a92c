import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import * as v from "valibot";
import { expect, it, vi } from "vitest";
import { isSound } from "../../../test/visitorPages";
import { renderInEnglish } from "../../../test/words";
import type { Answers } from "../../form/answers";
import { type Field, field } from "../../wire/field";
import { Fields } from "./Fields";

const named = (fieldType: number, fieldName: string, options: unknown = []): Field =>
  v.parse(field, {
    fieldId: `f${fieldType}`,
    fieldName,
    fieldType,
    requiredStatus: 1,
    fieldValue: JSON.stringify(options),
  });

const all = [
  named(1, "Line"),
  named(2, "Lines"),
  named(3, "Day"),
  named(4, "Moment"),
  named(5, "Number"),
  named(6, "Dropdown", [{ name: "Green" }, { name: "Blue" }]),
  named(7, "Radio", [{ name: "Yes" }, { name: "No" }]),
  named(8, "Boxes", [{ name: "Refund" }, { name: "Advice" }]),
  named(9, "Cascader", [
    { id: "plants", name: "Plants", children: [{ id: "aloe", name: "Aloe" }] },
    { id: "tools", name: "Tools" },
  ]),
];

async function form() {
  const onChange = vi.fn<(answers: Answers) => void>();
  function Form() {
    const [answers, setAnswers] = useState<Answers>({});
    onChange(answers);
    return (
      <Fields
        fields={all}
        answers={answers}
        faults={{ f1: "missing", f8: "missing" }}
        onChange={setAnswers}
      />
    );
  }
  const { container } = await renderInEnglish(<Form />);
  return { container, answers: () => onChange.mock.lastCall?.[0] };
}

// [MS-14]
it("each of the nine field types takes an answer", async () => {
  const { container, answers } = await form();
  await isSound(container);

  await userEvent.type(screen.getByRole("textbox", { name: "Line" }), "A-1017");
  await userEvent.type(screen.getByRole("textbox", { name: "Lines" }), "one{Enter}two");
  await userEvent.type(screen.getByLabelText(/^Day/), "2026-11-20");
  await userEvent.type(screen.getByLabelText(/^Moment/), "2026-11-20T09:30");
  await userEvent.type(screen.getByRole("textbox", { name: "Number" }), "3{ArrowUp}");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Dropdown" }), "Blue");
  await userEvent.click(screen.getByRole("radio", { name: "No" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Advice" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Refund" }));
  await userEvent.click(screen.getByRole("button", { name: "Cascader: Please choose" }));
  const dialog = screen.getByRole("dialog", { name: "Cascader" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Plants" }));
  await isSound(container);
  await userEvent.click(within(dialog).getByRole("button", { name: "Aloe" }));

  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.getByRole("button", { name: "Cascader: Plants / Aloe" })).toBeVisible();
  expect(answers()).toEqual({
    f1: "A-1017",
    f2: "one\ntwo",
    f3: "2026-11-20",
    f4: "2026-11-20 09:30",
    f5: "4",
    f6: "Blue",
    f7: "No",
    f8: ["Refund", "Advice"],
    f9: ["plants", "aloe"],
  });
});

it("going back up in a cascader clears the choice", async () => {
  const { answers } = await form();
  await userEvent.click(screen.getByRole("button", { name: "Cascader: Please choose" }));
  await userEvent.click(screen.getByRole("button", { name: "Plants" }));
  await userEvent.click(screen.getByRole("button", { name: "One level up" }));
  await userEvent.click(screen.getByRole("button", { name: "Tools" }));
  expect(answers()?.f9).toEqual(["tools"]);

  await userEvent.click(screen.getByRole("button", { name: "Clear" }));

  expect(answers()?.f9).toEqual([]);
});

it("each fault is shown beside its field", async () => {
  await form();

  expect(screen.getByRole("textbox", { name: "Line" })).toHaveAccessibleDescription("Please enter Line");
  expect(screen.getByRole("group", { name: "Boxes" })).toHaveAccessibleDescription("Please choose Boxes");
});

import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { expect, it, vi } from "vitest";
import { renderInEnglish } from "../../../test/words";
import type { FormOutcome } from "../../session/forms";
import type { Form } from "../../wire/form";
import { FormDialog } from "./FormDialog";

const form: Form = {
  title: "When may we come?",
  fields: [
    { id: "f1", name: "Name", kind: "line", isRequired: true, options: [] },
    {
      id: "f2",
      name: "Tools",
      kind: "checkboxes",
      isRequired: false,
      options: [
        { id: "spade", name: "spade", children: [] },
        { id: "pot", name: "pot", children: [] },
      ],
    },
    { id: "f3", name: "Note", kind: "text", isRequired: false, options: [] },
  ],
  answers: { f3: "as last time" },
  isFilled: false,
  target: undefined,
};

async function dialog(outcome: FormOutcome) {
  const onSubmit = vi.fn(async () => outcome);
  const onClose = vi.fn();
  const { container } = await renderInEnglish(
    <FormDialog form={form} onSubmit={onSubmit} onClose={onClose} />,
  );
  const submit = () => userEvent.click(screen.getByRole("button", { name: "Submit" }));
  return { onSubmit, onClose, submit, container };
}

// [MS-06] [MS-14]
it("asks for missing answers, then sends only the given ones", async () => {
  const { onSubmit, onClose, submit, container } = await dialog({ kind: "taken", text: "" });

  await submit();
  expect(screen.getByText("Please enter Name")).toBeVisible();
  expect(onSubmit).not.toHaveBeenCalled();
  expect((await axe.run(container, { rules: { region: { enabled: false } } })).violations).toEqual([]);

  await userEvent.type(screen.getByRole("textbox", { name: /Name/ }), "  Ann ");
  await userEvent.click(screen.getByRole("checkbox", { name: "pot" }));
  await submit();

  expect(onSubmit).toHaveBeenCalledWith({ f1: "Ann", f2: ["pot"], f3: "as last time" });
  expect(onClose).toHaveBeenCalledOnce();
});

// [MS-07]
it.each([
  [{ kind: "refused", text: "No room on Monday" }, "No room on Monday"],
  [{ kind: "refused", text: "" }, "That could not be submitted. Please try again."],
  [{ kind: "already" }, "This form has already been submitted"],
  [{ kind: "gone" }, "This form is no longer available"],
  [{ kind: "tooMany" }, "Too many submissions. Please try again later."],
  [{ kind: "unreachable" }, "Network connection error, please try again later!"],
] as const)("keeps the answers if the form is not accepted, and shows why: %j", async (outcome, text) => {
  const { onClose, submit } = await dialog(outcome);
  await userEvent.type(screen.getByRole("textbox", { name: /Name/ }), "Ann");

  await submit();

  expect(await screen.findByRole("alert")).toHaveTextContent(text);
  expect(screen.getByRole("textbox", { name: /Name/ })).toHaveValue("Ann");
  expect(onClose).not.toHaveBeenCalled();
});

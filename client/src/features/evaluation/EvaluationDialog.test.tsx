import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { renderInEnglish } from "../../../test/words";
import type { EvaluationSetting } from "../../wire/evaluation";
import { EvaluationDialog, type EvaluationDialogProps } from "./EvaluationDialog";

const setting: EvaluationSetting = {
  guide: "How did we do?",
  model: "stars",
  levels: [
    {
      name: "Bad",
      value: 2,
      guide: "What went wrong?",
      tags: ["late reply"],
      textRequired: true,
      tagRequired: true,
    },
    {
      name: "Very good",
      value: 5,
      guide: "Thank you!",
      tags: ["friendly"],
      textRequired: false,
      tagRequired: false,
    },
  ],
};

async function dialog(over: Partial<EvaluationDialogProps> = {}) {
  const onSubmit = vi.fn(async (_draft: unknown) => true);
  const onClose = vi.fn();
  await renderInEnglish(
    <EvaluationDialog
      about="agent"
      stars={0}
      setting={setting}
      variant="mobile"
      onSubmit={onSubmit}
      onClose={onClose}
      {...over}
    />,
  );
  return { onSubmit, onClose, submit: screen.getByRole("button", { name: "Submit" }) };
}

// [EV-02] [EV-03]
it("the dialog starts with five stars, solved, and no text field", async () => {
  const { onSubmit, onClose, submit } = await dialog();

  expect(screen.getByRole("radio", { name: "5 stars" })).toBeChecked();
  expect(screen.getByRole("radio", { name: "Yes" })).toBeChecked();
  expect(screen.queryByRole("textbox")).toBeNull();
  await userEvent.click(screen.getByRole("checkbox", { name: "friendly" }));
  await userEvent.click(submit);

  expect(onSubmit).toHaveBeenCalledWith({ stars: 5, isSolved: true, tags: ["friendly"], text: "" });
  expect(onClose).toHaveBeenCalledOnce();
});

// [EV-03] [EV-04]
it("the dialog says what a star still requires, and limits the text to sixty characters on a phone", async () => {
  const { onSubmit, submit } = await dialog({ stars: 2 });

  await userEvent.click(submit);
  expect(screen.getByRole("alert")).toHaveTextContent("Please enter the evaluation content");
  await userEvent.type(screen.getByRole("textbox"), "x".repeat(70));
  await userEvent.click(submit);
  expect(screen.getByRole("alert")).toHaveTextContent("Please select an evaluation label");
  await userEvent.click(screen.getByRole("checkbox", { name: "late reply" }));
  await userEvent.click(submit);

  expect(onSubmit).toHaveBeenCalledWith({
    stars: 2,
    isSolved: true,
    tags: ["late reply"],
    text: "x".repeat(60),
  });
});

// [EV-01]
it("a robot that did not help offers four tags", async () => {
  await dialog({ about: "robot", setting: undefined });
  expect(screen.queryAllByRole("checkbox")).toEqual([]);

  await userEvent.click(screen.getByRole("radio", { name: "No" }));

  expect(screen.getAllByRole("checkbox")).toHaveLength(4);
});

it("the dialog stays open if the rating did not reach the server", async () => {
  const { onClose, submit } = await dialog({ onSubmit: vi.fn(async () => false) });

  await userEvent.click(submit);

  expect(onClose).not.toHaveBeenCalled();
});

// [EV-02]
it("a tenant that rates by score gets its own levels, the best first", async () => {
  const levels = [
    { name: "Poor", value: 1, guide: "", tags: ["slow"], textRequired: true, tagRequired: false },
    { name: "Fine", value: 10, guide: "", tags: [], textRequired: false, tagRequired: false },
  ];
  const { onSubmit, submit } = await dialog({ setting: { guide: "", model: "score", levels } });

  expect(screen.getByRole("radio", { name: "Fine" })).toBeChecked();
  await userEvent.click(screen.getByRole("radio", { name: "Poor" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "slow" }));
  await userEvent.type(screen.getByRole("textbox"), "nobody came");
  await userEvent.click(submit);

  expect(onSubmit).toHaveBeenCalledWith({ stars: 1, isSolved: true, tags: ["slow"], text: "nobody came" });
});

it("an agent's tags stay when the visitor chooses unsolved", async () => {
  await dialog({ stars: 2 });
  await userEvent.click(screen.getByRole("checkbox", { name: "late reply" }));

  await userEvent.click(screen.getByRole("radio", { name: "No" }));

  expect(screen.getByRole("checkbox", { name: "late reply" })).toBeChecked();
});

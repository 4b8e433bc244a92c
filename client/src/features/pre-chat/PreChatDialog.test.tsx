import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import * as v from "valibot";
import { expect, it, vi } from "vitest";
import { renderInEnglish } from "../../../test/words";
import { preChatForm } from "../../wire/preChat";
// biome-ignore lint/style/noRestrictedImports: the page brings it
import { FieldControl } from "../fields/FieldControl";
import { PreChatDialog } from "./PreChatDialog";

const field = (name: string, value: string, require: number) => ({
  name,
  value,
  require,
  show: 1,
  fieldType: 1,
});
const formList = [field("Name", "name", 1), field("Phone", "phone", 0), field("E-mail", "email", 0)];

it("a fault disappears when its field is valid and returns when it is not", async () => {
  HTMLDialogElement.prototype.showModal ??= () => undefined;
  const onSubmit = vi.fn(async () => true);
  await renderInEnglish(
    <PreChatDialog
      form={v.parse(preChatForm, { formTitle: "Before we start", formList: JSON.stringify(formList) })}
      known={{ userName: "", phone: "", email: "" }}
      onSubmit={onSubmit}
      onSkip={() => undefined}
      FieldControl={FieldControl}
    />,
  );
  const start = screen.getByRole("button", { name: "Start chat" });
  const phone = screen.getByRole("textbox", { name: "Phone" });

  await userEvent.type(phone, "12");
  expect(phone).toBeValid();
  await userEvent.click(start);
  expect(screen.getByText("Please enter Name")).toBeVisible();
  expect(phone).toBeInvalid();
  await userEvent.type(screen.getByRole("textbox", { name: "Name" }), "Ann");
  expect(screen.queryByText("Please enter Name")).toBeNull();
  await userEvent.clear(phone);
  await userEvent.type(phone, "13800138000");
  expect(phone).toBeValid();
  await userEvent.type(phone, "0");
  expect(phone).toBeInvalid();
  expect(onSubmit).not.toHaveBeenCalled();
});

// [FM-01]
it("asks for every type of field, and sends values, not labels", async () => {
  const onSubmit = vi.fn(async () => true);
  const options = [
    { label: "Plants", value: "plants" },
    { label: "Pots", value: "pots" },
  ];
  const typed = (fieldType: number, value: string) => ({ ...field(value, value, 1), fieldType, options });
  const list = [
    ...formList,
    ...["line", "text", "date", "dateTime", "number", "dropdown", "radio", "checkboxes"].map((key, at) =>
      typed(at + 1, key),
    ),
  ];
  await renderInEnglish(
    <PreChatDialog
      form={v.parse(preChatForm, { formTitle: "Before we start", formList: JSON.stringify(list) })}
      known={{ userName: "Ann", phone: "", email: "" }}
      onSubmit={onSubmit}
      onSkip={() => undefined}
      FieldControl={FieldControl}
    />,
  );
  const start = screen.getByRole("button", { name: "Start chat" });
  await userEvent.type(screen.getByRole("textbox", { name: "line" }), "A");
  await userEvent.type(screen.getByRole("textbox", { name: "text" }), "B");
  fireEvent.change(screen.getByLabelText(/^date\b/), { target: { value: "2026-05-01" } });
  fireEvent.change(screen.getByLabelText(/^dateTime/), { target: { value: "2026-05-01T10:30" } });
  await userEvent.type(screen.getByRole("textbox", { name: "number" }), "two");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "dropdown" }), "Pots");
  await userEvent.click(
    within(screen.getByRole("group", { name: "radio" })).getByRole("radio", { name: "Plants" }),
  );
  const boxes = within(screen.getByRole("group", { name: "checkboxes" }));
  await userEvent.click(start);
  expect(screen.getByRole("textbox", { name: "number" })).toBeInvalid();
  expect(onSubmit).not.toHaveBeenCalled();

  await userEvent.clear(screen.getByRole("textbox", { name: "number" }));
  await userEvent.type(screen.getByRole("textbox", { name: "number" }), "2");
  await userEvent.click(boxes.getByRole("checkbox", { name: "Plants" }));
  await userEvent.click(boxes.getByRole("checkbox", { name: "Pots" }));
  await userEvent.click(start);

  expect(onSubmit).toHaveBeenCalledWith({
    contact: { userName: "Ann", phone: "", email: "" },
    others: {
      line: "A",
      text: "B",
      date: "2026-05-01",
      dateTime: "2026-05-01 10:30",
      number: "2",
      dropdown: "pots",
      radio: "plants",
      checkboxes: "plants,pots",
    },
  });
});

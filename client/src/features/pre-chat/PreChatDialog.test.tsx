import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import * as v from "valibot";
import { expect, it, vi } from "vitest";
import { renderInEnglish } from "../../../test/words";
import { preChatForm } from "../../wire/preChat";
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

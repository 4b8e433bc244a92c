import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { answer, changed, message, open, received } from "../../../test/conversations";
import { renderInEnglish } from "../../../test/words";
import { menuBarOf } from "../../conversation/menuBar";
import { rowsOf } from "../../conversation/rows";
import type { FlowButton } from "../../wire/answer";
import { QuickMenu } from "./QuickMenu";
import { barEntries } from "./quickMenu";

const button = (name: string, over: Partial<FlowButton> = {}): FlowButton => ({
  nodeId: "menu",
  id: name,
  itemId: name,
  name,
  bindCode: "",
  bindValue: "",
  link: "",
  ...over,
});
const said = (seq: number, over: Parameters<typeof answer>[0]) =>
  received(message(seq, { sender: "robot", content: { kind: "answer", ...answer(over) } }));
const names = (buttons: readonly FlowButton[]) => buttons.map(({ name }) => name);

// [MS-08]
it("the robot's bar works by keyboard, and a link opens in a new tab", async () => {
  const onChoose = vi.fn();
  const buttons = [
    button("Orders"),
    button("Shop", { link: "https://shop.example.com/" }),
    button("Trick", { link: "javascript:alert(1)" }),
  ];
  await renderInEnglish(
    <QuickMenu isBar entries={barEntries(buttons)} isTransferring={false} onChoose={onChoose} />,
  );
  const bar = within(screen.getByRole("navigation", { name: "Assistant menu" }));

  await userEvent.tab();
  expect(bar.getByRole("button", { name: "Orders" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(onChoose).toHaveBeenCalledExactlyOnceWith({ kind: "choose", button: buttons[0] });
  await userEvent.tab();
  expect(bar.getByRole("link", { name: "Shop" })).toHaveFocus();
  expect(bar.getByRole("link", { name: "Shop" })).toHaveAttribute("target", "_blank");
  expect(bar.getByRole("button", { name: "Trick" })).not.toHaveAttribute("href");
});

// [MS-08]
it("the robot's bar stays until another node has buttons or an agent takes over", () => {
  const bar = { isBar: true, buttons: [button("Orders"), button("Returns")] };
  const told = changed(open(), said(1, bar));
  const asked = changed(told, received(message(2, { sender: "visitor" })), said(3, { docId: "d" }));
  const led = changed(asked, said(4, { buttons: [button("Yes")] }));
  const replaced = changed(led, said(5, { isBar: true, buttons: [button("Back")] }));

  expect(names(menuBarOf(told))).toEqual(["Orders", "Returns"]);
  expect(names(menuBarOf(asked))).toEqual(["Orders", "Returns"]);
  expect(menuBarOf(led)).toEqual([]);
  expect(names(menuBarOf(replaced))).toEqual(["Back"]);
  expect(menuBarOf({ ...replaced, phase: "manual" })).toEqual([]);
  expect(menuBarOf({ ...replaced, sessionId: "v.2" })).toEqual([]);
});

it("a message with only a bar adds no empty row", () => {
  const alone = changed(open(), said(1, { isBar: true, buttons: [button("Orders")] }));
  const withWords = changed(
    open(),
    said(1, {
      isBar: true,
      buttons: [button("Orders")],
      parts: [{ kind: "text", text: "Choose", docId: "" }],
    }),
  );

  expect(rowsOf(alone)).toEqual([]);
  expect(rowsOf(withWords).map((row) => row.kind)).toEqual(["date", "message"]);
});

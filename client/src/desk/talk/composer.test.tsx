import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openTalk, VISITOR } from "../../../test/desk";

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Write a message" });
const panel = () => screen.queryByRole("group", { name: "Emoji" });

it("an emoji goes in at the caret, and typing continues after it", async () => {
  const { user, calls } = await openTalk();
  const sendText = vi.spyOn(calls, "sendText");
  await user.type(field(), "Thanks!");
  field().setSelectionRange(6, 6);

  await user.click(screen.getByRole("button", { name: "Emoji" }));
  await user.click(await screen.findByRole("button", { name: "🌹" }));
  await user.click(screen.getByRole("button", { name: "👍" }));

  expect(field()).toHaveValue("Thanks🌹👍!");
  expect(field()).toHaveFocus();
  await user.keyboard(" Bye{Enter}");
  await waitFor(() =>
    expect(sendText).toHaveBeenCalledWith(VISITOR, expect.any(String), "Thanks🌹👍 Bye!", ""),
  );
  expect(panel()).toBeNull();
});

it("Escape or a click elsewhere closes the emoji, and the quote or note stays", async () => {
  const { user } = await openTalk();
  await user.click(screen.getByRole("button", { name: "Note for agents" }));

  await user.click(screen.getByRole("button", { name: "Emoji" }));
  expect(await screen.findByRole("group", { name: "Emoji" })).toBeVisible();
  await user.keyboard("{Escape}");
  expect(panel()).toBeNull();
  expect(screen.getByRole("textbox", { name: "Note for agents" })).toHaveFocus();

  await user.click(screen.getByRole("button", { name: "Emoji" }));
  await user.click(screen.getByRole("log"));
  expect(panel()).toBeNull();
});

it("the keyboard alone can choose emoji, and the focus returns to the field", async () => {
  const { user } = await openTalk();
  screen.getByRole("button", { name: "Emoji" }).focus();

  await user.keyboard("{Enter}");
  expect(await screen.findByRole("button", { name: "😀" })).toHaveFocus();
  await user.keyboard("{ArrowRight}{Enter}{ArrowLeft}{Enter}{Escape}");

  expect(panel()).toBeNull();
  expect(field()).toHaveValue("😄😀");
  expect(field()).toHaveFocus();
});

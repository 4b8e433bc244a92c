import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { renderInEnglish } from "../../../test/words";
import { TicketDialog } from "./TicketDialog";

const LINK = "https://shop.example/chat_online/index?channelId=web#ticket=k.p.m";

it("shows the link as a code and as text, and copies it", async () => {
  await renderInEnglish(<TicketDialog link={LINK} onClose={() => undefined} />);
  const user = userEvent.setup();
  expect(await screen.findByRole("img", { name: "Keep my place on another device" })).toBeVisible();
  expect(screen.getByRole("textbox")).toHaveValue(LINK);

  await user.click(screen.getByRole("button", { name: "Copy the link" }));

  expect(await screen.findByRole("button", { name: "Copied" })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(LINK);
});

it("says that there is no ticket, and closes", async () => {
  const close = vi.fn();
  await renderInEnglish(<TicketDialog link={undefined} onClose={close} />);

  expect(await screen.findByRole("status")).toHaveTextContent("Your place could not be kept.");
  expect(screen.queryByRole("textbox")).toBeNull();
  await userEvent.setup().click(screen.getByRole("button", { name: "Close" }));
  expect(close).toHaveBeenCalledOnce();
});

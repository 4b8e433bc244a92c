import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { renderInEnglish } from "../../../test/words";
import type { Push } from "../../session/push";
import { PushOffer } from "./PushOffer";

function pushing(over: Partial<Push> = {}): Push {
  return {
    resume: vi.fn(async () => false),
    start: vi.fn(async () => "granted" as const),
    stop: vi.fn(async () => undefined),
    ...over,
  };
}

const offer = () => screen.findByRole("button", { name: "Tell me when an answer comes" });
const stop = () => screen.findByRole("button", { name: "Stop telling me" });

it("asks only after a click, says that it tells, and offers to stop", async () => {
  const push = pushing();
  await renderInEnglish(<PushOffer push={push} />);
  const user = userEvent.setup();
  expect(await offer()).toBeVisible();
  expect(push.start).not.toHaveBeenCalled();

  await user.click(await offer());

  expect(await stop()).toHaveFocus();
  expect(screen.getByRole("status")).toHaveTextContent("You will be told when an answer comes.");
  await user.click(await stop());
  expect(await offer()).toHaveFocus();
  expect(push.stop).toHaveBeenCalledOnce();
});

it("shows what an earlier visit chose, and no offer to who refused", async () => {
  const { unmount } = await renderInEnglish(<PushOffer push={pushing({ resume: async () => true })} />);
  expect(await stop()).toBeVisible();
  unmount();

  await renderInEnglish(<PushOffer push={pushing({ start: async () => "denied" })} />);
  await userEvent.setup().click(await offer());

  await waitFor(() => expect(screen.queryByRole("button")).toBeNull());
});

it("offers it again if the visitor closed the question, or it failed", async () => {
  const start = vi.fn<Push["start"]>(async () => "default");
  await renderInEnglish(<PushOffer push={pushing({ start })} />);
  const user = userEvent.setup();
  await user.click(await offer());
  expect(await offer()).toBeEnabled();

  start.mockRejectedValue(new Error("no push service"));
  await user.click(await offer());
  expect(await offer()).toBeEnabled();
});

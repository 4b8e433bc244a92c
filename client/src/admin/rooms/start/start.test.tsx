import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { expectAccessible, renderAdmin } from "../../../../test/admin";
import type { Start } from "../../../wire/setup";

const facts: Start = {
  answers: 1,
  hasColours: true,
  isEmbedded: false,
  agents: 1,
  isTried: false,
  channel: "shop",
  shopName: "Fern & Field",
};
const call = (change: Partial<Start>) => vi.fn(async () => ({ ...facts, ...change })) as never;

it("ticks each step by what the server knows", async () => {
  await renderAdmin({ api: { call: call({}) }, shelf: { robots: [{ robotNo: "fern", version: 1 }] } });

  const card = await screen.findByRole("region", { name: "1 of 5 steps done" });
  const steps = within(card).getAllByRole("listitem");
  expect(steps.map((step) => within(step).queryByText("Done:") !== null)).toEqual([
    false,
    true,
    false,
    false,
    false,
  ]);
  expect(screen.getByText("1 answer so far.")).toBeInTheDocument();
  await waitFor(() =>
    expect(screen.getByRole("link", { name: "Write answers" })).toHaveAttribute(
      "href",
      "/desk/admin/knowledge/fern",
    ),
  );
  expect(screen.getByRole("link", { name: "Get the code" })).toHaveAttribute(
    "href",
    "/desk/admin/channels/shop/embed",
  );
  expect(screen.getByRole("link", { name: "Open the chat" })).toHaveAttribute(
    "href",
    "/chat_online/index?channelId=shop",
  );
  await expectAccessible();
});

it("folds to one line when everything is done", async () => {
  const done = { answers: 3, isEmbedded: true, agents: 2, isTried: true };
  const { user } = await renderAdmin({ api: { call: call(done) } });

  expect(await screen.findByText("All 5 first steps are done.")).toBeInTheDocument();
  expect(screen.queryByText("Write three answers")).not.toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Show them" }));
  expect(screen.getByText("Write three answers")).toBeInTheDocument();
});

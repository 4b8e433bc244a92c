import { screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { expect, it, vi } from "vitest";
import { renderDesk, signIn, VISITOR } from "../../../test/desk";
import type { Found, FoundPage } from "../../wire/search";

const found = (change: Partial<Found> = {}): Found => ({
  kind: "conversation",
  id: `${VISITOR}.1`,
  userId: VISITOR,
  name: { text: "Amira", ranges: [] },
  channelId: "demo",
  groups: ["sales"],
  agents: ["mia"],
  tags: ["refund"],
  rating: 4,
  isEnded: true,
  at: Date.now(),
  hits: [
    {
      messageId: `${VISITOR}.1.5`,
      isAgents: false,
      at: Date.now(),
      text: "😀 我要退款",
      ranges: [[4, 6]],
    },
  ],
  ...change,
});

const page = (list: Found[], next = "", building?: number): FoundPage => ({ found: list, next, building });

async function desk(search: (ask: { text: string; state: string; cursor: string }) => Promise<FoundPage>) {
  const shown = await renderDesk({ search: search as never });
  await signIn(shown.user, screen);
  return shown;
}

it("the list of what is over shows what was found, marked by characters", async () => {
  const search = vi.fn(async () => page([found()]));
  const { user } = await desk(search);

  await user.click(screen.getByRole("tab", { name: "Ended" }));

  const row = await screen.findByRole("link", { name: /Amira/ });
  expect(row.querySelector("mark")).toHaveTextContent("退款");
  expect(row).toHaveTextContent("4 stars");
  expect(row).toHaveAttribute("href", `/desk/talk/${VISITOR}`);
  expect(search).toHaveBeenLastCalledWith(expect.objectContaining({ state: "ended", text: "", cursor: "" }));
  const { violations } = await axe.run(document.body);
  expect(violations.map((one) => one.id)).toEqual([]);
});

it("Ctrl Shift F and the command open the search; words ask once, and filters ask again", async () => {
  const search = vi.fn(async () => page([]));
  const { user } = await desk(search);

  await user.keyboard("{Control>}{Shift>}f{/Shift}{/Control}");
  const field = await screen.findByRole("searchbox", { name: "Search conversations" });
  expect(field).toHaveFocus();
  await user.type(field, "refund");
  await waitFor(() =>
    expect(search).toHaveBeenLastCalledWith(expect.objectContaining({ text: "refund", state: "" })),
  );
  expect(await screen.findByText("Nothing found")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Filters" }));
  await user.selectOptions(screen.getByRole("combobox", { name: "Rating" }), "5 stars");

  await waitFor(() =>
    expect(search).toHaveBeenLastCalledWith(expect.objectContaining({ text: "refund", rating: 5 })),
  );
  const [reset] = screen.getAllByRole("button", { name: "Remove all filters" });
  await user.click(reset as HTMLElement);
  await waitFor(() => expect(search).toHaveBeenLastCalledWith(expect.objectContaining({ rating: 0 })));
});

it("if words alone find nothing, they are what can be cleared", async () => {
  const search = vi.fn(async () => page([]));
  const { user } = await desk(search);
  await user.click(screen.getByRole("tab", { name: "All" }));
  const field = screen.getByRole("searchbox", { name: "Search conversations" });
  await user.type(field, "refund");
  expect(await screen.findByText("Try fewer words, or other ones.")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Remove all filters" })).not.toBeInTheDocument();

  await user.click(screen.getByText("Clear the words"));

  expect(field).toHaveValue("");
  expect(await screen.findByText("Nothing here yet")).toBeInTheDocument();
});

it("more results come by the button, and an index in the making says so", async () => {
  const second = found({ id: "m-2", kind: "leaveMsg", name: { text: "Bo", ranges: [] }, hits: [] });
  const search = vi.fn(async ({ cursor }: { cursor: string }) =>
    cursor === "" ? page([found()], "17", 1200) : page([second]),
  );
  const { user } = await desk(search);
  await user.click(screen.getByRole("tab", { name: "All" }));
  expect(await screen.findByText(/being prepared: 1200 conversations so far/)).toBeInTheDocument();

  await user.click(screen.getByRole("button", { name: "Show more" }));

  const rows = within(screen.getByRole("tabpanel")).getAllByRole("link");
  await waitFor(() => expect(screen.getByRole("link", { name: /Bo/ })).toBeInTheDocument());
  expect(rows.length).toBeGreaterThan(0);
  expect(screen.getByRole("link", { name: /Bo/ })).toHaveAttribute("href", "/desk/left/message/m-2");
});

it("a search that fails offers another try", async () => {
  const search = vi
    .fn()
    .mockRejectedValueOnce(new Error("down"))
    .mockResolvedValue(page([found()]));
  const { user } = await desk(search);
  await user.click(screen.getByRole("tab", { name: "All" }));

  await user.click(await screen.findByRole("button", { name: "Try again" }));

  expect(await screen.findByRole("link", { name: /Amira/ })).toBeInTheDocument();
});

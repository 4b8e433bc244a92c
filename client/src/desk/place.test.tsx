import { cleanup, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { renderDesk, signIn } from "../../test/desk";
import { leftItem, wholeMessage, wholeOrder } from "../../test/left";

const nothingFound = async () => ({ found: [], next: "", building: undefined });
const items = async () => ({ items: [leftItem()], next: "", waiting: 1 });
const said = async () => ({ kind: "unknown" }) as never;

/** The page loads again; the tab keeps its storage. */
async function reload(api: Parameters<typeof renderDesk>[0], path?: string) {
  cleanup();
  const desk = await renderDesk(api, path);
  await screen.findByRole("heading", { name: "Mia" });
  return desk;
}

it("a reload keeps the list, its words and its filters, and signing out forgets them", async () => {
  const search = vi.fn(nothingFound);
  const { user } = await renderDesk({ search, items });
  await signIn(user, screen);
  await user.click(screen.getByRole("tab", { name: "Ended" }));
  await user.type(screen.getByRole("searchbox", { name: "Search conversations" }), "refund");

  const again = await reload({ search, items });

  expect(screen.getByRole("tab", { name: "Ended" })).toHaveAttribute("aria-selected", "true");
  expect(screen.getByRole("searchbox", { name: "Search conversations" })).toHaveValue("refund");
  await waitFor(() =>
    expect(search).toHaveBeenLastCalledWith(expect.objectContaining({ text: "refund", state: "ended" })),
  );
  await again.user.click(screen.getByRole("tab", { name: /^Left/ }));
  await reload({ search, items });
  expect(screen.getByRole("tab", { name: /^Left/ })).toHaveAttribute("aria-selected", "true");

  await again.user.click(screen.getByRole("button", { name: "More" }));
  await again.user.click(await screen.findByRole("button", { name: "Sign out" }));
  await screen.findByRole("button", { name: "Sign in" });
  expect(Object.keys(sessionStorage).filter((key) => /list|search|item/.test(key))).toEqual([]);
});

it("a half-written answer to a left message survives a reload until it is sent", async () => {
  const handleMessage = vi.fn(said);
  const api = { items, item: async () => wholeMessage(), handleMessage };
  const { user } = await renderDesk(api, "/desk/left/message/m-1");
  await signIn(user, screen);
  const field = () => screen.findByRole("textbox", { name: /What was done about it/ });
  await user.type(await field(), "Sent two blue pots");

  const again = await reload(api, "/desk/left/message/m-1");
  expect(await field()).toHaveValue("Sent two blue pots");
  await again.user.click(screen.getByRole("button", { name: "Mark as handled" }));

  await waitFor(() => expect(handleMessage).toHaveBeenCalledWith("m-1", "Sent two blue pots", false));
  await waitFor(() => expect(sessionStorage.getItem("frontdesk.desk.itemDrafts")).toBeNull());
});

it("a note that was begun stays a note after a reload", async () => {
  const api = { items, item: async () => wholeOrder() };
  const { user } = await renderDesk(api, "/desk/left/order/o-1");
  await signIn(user, screen);
  await user.click(await screen.findByRole("radio", { name: /note/i }));
  await user.type(screen.getByRole("textbox", { name: /Only agents see it/ }), "Ask the carrier");

  await reload(api, "/desk/left/order/o-1");

  expect(await screen.findByRole("radio", { name: /note/i })).toBeChecked();
  expect(screen.getByRole("textbox", { name: /Only agents see it/ })).toHaveValue("Ask the carrier");
});

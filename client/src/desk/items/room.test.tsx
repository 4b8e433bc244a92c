import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { describe, expect, it, vi } from "vitest";
import { MIA, renderDesk, signIn } from "../../../test/desk";
import {
  leftItem,
  leftMessage,
  orderItem,
  orderReply,
  wholeMessage,
  wholeOrder,
  workOrder,
} from "../../../test/left";
import { ApiError } from "../../api/http";
import type { Item } from "../../wire/item";

const news = (what: "message" | "order", id: string) =>
  ({ kind: "left", what, id, waiting: 1, userId: "", sessionId: "" }) as const;
const told = (kind: "item" | "itemDue", item: Item) => ({ kind, item, userId: "", sessionId: "" }) as const;
const page = (...items: Item[]) => ({ items, next: "", waiting: items.length });

/** Signs in and shows the list. */
async function openList(api: Parameters<typeof renderDesk>[0] = {}) {
  const desk = await renderDesk({ items: async () => page(leftItem(), orderItem()), ...api });
  await signIn(desk.user, screen);
  await desk.user.click(screen.getByRole("tab", { name: /^Left/ }));
  return desk;
}

const rowOf = async (name: RegExp) => {
  const row = (await screen.findByRole("link", { name })).closest("tr");
  if (!row) throw new Error("a row");
  return within(row);
};

it("an order's status has the same words everywhere on its page", async () => {
  const order = workOrder({ status: "closed" });
  const whole = wholeOrder();
  const accepted = { ...whole, item: { ...whole.item, status: "accepted" as const } };
  await openList({
    item: async () => ({ ...accepted, order: { ...order, status: "accepted" as const }, talk: [] }),
    items: async () => page(orderItem({ status: "accepted" })),
  });
  const { default: userEvent } = await import("@testing-library/user-event");
  await userEvent.click(await screen.findByRole("link", { name: /^Work order/ }));
  const answer = await screen.findByRole("combobox", { name: "New status" });

  expect([...answer.querySelectorAll("option")].map((one) => one.text)).toEqual([
    "In progress",
    "Waiting for the visitor",
    "Resolved",
    "Closed",
  ]);
  expect(screen.queryByText("Accepted")).toBeNull();
});

describe("the list", () => {
  it("an empty list says so, and a list that failed to load offers a retry", async () => {
    const items = vi.fn().mockRejectedValueOnce(new ApiError("unreachable", "")).mockResolvedValue(page());
    const { user } = await openList({ items });

    await user.click(await screen.findByRole("button", { name: "Try again" }));

    expect(await screen.findByText("Nothing is waiting")).toBeVisible();
  });

  it("a new item is announced once, counted and listed", async () => {
    let shown: Item[] = [];
    const { tell, notify } = await openList({ items: async () => page(...shown) });
    await screen.findByText("Nothing is waiting");

    shown = [leftItem()];
    tell(news("message", "m-1"));
    expect(await screen.findByText("A visitor left a new message.")).toBeVisible();
    expect(await screen.findByRole("link", { name: /Message from Ann Baker/ })).toBeVisible();
    expect(screen.getByRole("tab", { name: "Left 1" })).toBeVisible();
    tell(news("message", "m-1"));
    tell(news("order", "o-1"));

    expect(await screen.findByText("A new work order came in.")).toBeVisible();
    await waitFor(() => expect(notify.mock.calls.filter(([what]) => what === "waiting")).toHaveLength(2));
  });

  it("the agent can load more items, and a page is added once", async () => {
    const items = vi.fn(async ({ cursor }: { cursor: string }) =>
      cursor === ""
        ? { ...page(leftItem()), next: "next" }
        : page(leftItem(), leftItem({ id: "m-2", name: "Cleo", at: 1 })),
    );
    const { user } = await openList({ items });

    await user.click(await screen.findByRole("button", { name: "Show more" }));

    expect(await screen.findByRole("link", { name: /Cleo/ })).toBeVisible();
    expect(screen.getAllByRole("link", { name: /from/ })).toHaveLength(2);
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  });

  it("a colleague's change shows at once, and an older state of it does not come back", async () => {
    const { tell } = await openList();
    const row = await rowOf(/Ann Baker/);

    tell(told("item", leftItem({ cursor: 2, agentId: "lin", agentName: "Lin", priority: "urgent" })));
    expect(await row.findByText("Lin")).toBeVisible();
    tell(told("item", leftItem({ cursor: 1 })));
    tell(told("item", orderItem({ cursor: 1, status: "closed" })));

    await waitFor(() => expect(screen.queryByRole("link", { name: /Ben/ })).toBeNull());
    expect(row.getByText("Urgent")).toBeVisible();
  });

  it("what a colleague handles is no longer counted, and several at once are counted once", async () => {
    let waiting = 3;
    const items = vi.fn(async () => ({ ...page(leftItem(), orderItem()), waiting }));
    const { tell } = await openList({ items });
    expect(await screen.findByRole("tab", { name: "Left 3" })).toBeVisible();
    const before = items.mock.calls.length;

    waiting = 0;
    tell(told("item", leftItem({ cursor: 2, status: "resolved" })));
    tell(told("item", orderItem({ cursor: 2, status: "resolved" })));
    tell(told("item", leftItem({ id: "m-9", cursor: 2, status: "resolved" })));

    expect(await screen.findByRole("tab", { name: "Left 0" })).toBeVisible();
    expect(items.mock.calls.length - before).toBeLessThanOrEqual(2);
  });

  it("what is overdue says so in words, and what is due now is announced once", async () => {
    const late = leftItem({ due: 1, agentId: "mia", agentName: "Mia", isUnread: true, cursor: 3 });
    const { tell, notify } = await openList({ items: async () => page(late) });
    const row = await rowOf(/Ann Baker/);

    expect(row.getByText("Overdue")).toBeVisible();
    expect(row.getByRole("img", { name: "New for you" })).toBeVisible();
    tell(told("itemDue", late));
    tell(told("itemDue", late));

    expect(await screen.findByText("Due now: what Ann Baker left.")).toBeVisible();
    await waitFor(() => expect(notify.mock.calls.filter(([what]) => what === "due")).toHaveLength(1));
  });

  it("views and filters ask the server, and filters can be saved as a view", async () => {
    const items = vi.fn(async () => page(leftItem()));
    const saveView = vi.fn(async (view) => ({ ...view, id: "view-1" }));
    const { user } = await openList({ items, saveView });
    await screen.findByRole("link", { name: /Ann Baker/ });
    await user.keyboard("v");
    await user.type(await screen.findByRole("combobox", { name: "Show a view" }), "assigned to me");
    await user.keyboard("{Enter}");
    expect(screen.getByRole("tab", { name: "Assigned to me" })).toHaveAttribute("aria-selected", "true");
    await waitFor(() => expect(items).toHaveBeenLastCalledWith(expect.objectContaining({ adminId: "mia" })));

    await user.click(screen.getByRole("button", { name: /Filters/ }));
    await user.selectOptions(screen.getByRole("combobox", { name: "Priority" }), "urgent");
    await waitFor(() =>
      expect(items).toHaveBeenLastCalledWith(expect.objectContaining({ adminId: "mia", priority: "urgent" })),
    );
    await user.click(screen.getByRole("button", { name: "Save these filters as a view" }));
    await user.click(screen.getByRole("button", { name: "Save view" }));
    expect(screen.getByText("Give the view a name.")).toBeVisible();
    await user.type(screen.getByRole("textbox", { name: /Name of the view/ }), "My fires");
    await user.click(screen.getByRole("button", { name: "Save view" }));

    expect(await screen.findByRole("tab", { name: "My fires" })).toHaveAttribute("aria-selected", "true");
    expect(saveView.mock.calls[0]?.[0]).toMatchObject({ name: "My fires", isShared: false });
  });
});

describe("several items", () => {
  const changeItems = () =>
    vi.fn(async (ids: readonly string[]) => ({
      changed: [leftItem({ cursor: 1, priority: "high" })].filter(({ id }) => ids.includes(id)),
      refused: [{ id: "o-1", why: "closed" }].filter(({ id }) => ids.includes(id)),
    }));

  it("keys choose rows, and the bar changes them and says what was refused", async () => {
    const change = changeItems();
    const { user } = await openList({ changeItems: change });
    const link = await screen.findByRole("link", { name: /Ann Baker/ });

    link.focus();
    await user.keyboard("x");
    expect(screen.getByText("1 chosen")).toBeVisible();
    await user.keyboard("{Control>}a{/Control}");
    expect(screen.getByText("2 chosen")).toBeVisible();
    const bar = within(screen.getByRole("region", { name: "Change all chosen" }));
    await user.selectOptions(bar.getByRole("combobox", { name: "Priority" }), "high");

    expect(change).toHaveBeenCalledWith(["m-1", "o-1"], { priority: "high" });
    expect(await screen.findByText("1 entry not changed. This order is closed for good.")).toBeVisible();
    expect((await rowOf(/Ann Baker/)).getByText("High")).toBeVisible();
    link.focus();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("region", { name: "Change all chosen" })).toBeNull();
  });

  it("shift and a click choose all rows in between", async () => {
    const three = [1, 2, 3].map((n) => leftItem({ id: `m-${n}`, name: `Visitor ${n}`, at: 10 - n }));
    const { user } = await openList({ items: async () => page(...three) });

    await user.click(await screen.findByRole("checkbox", { name: /Visitor 1/ }));
    fireEvent.click(screen.getByText(/Visitor 3/), { shiftKey: true });

    expect(screen.getByText("3 chosen")).toBeVisible();
  });

  it("Shift and x choose all rows since the last one", async () => {
    const three = [1, 2, 3].map((n) => leftItem({ id: `m-${n}`, name: `Visitor ${n}`, at: 10 - n }));
    const { user } = await openList({ items: async () => page(...three) });

    (await screen.findByRole("link", { name: /Visitor 1/ })).focus();
    await user.keyboard("xjj{Shift>}X{/Shift}");

    expect(screen.getByRole("link", { name: /Visitor 3/ })).toHaveFocus();
    expect(screen.getByText("3 chosen")).toBeVisible();
  });

  it("keys plan what is chosen, or else what is open", async () => {
    const change = changeItems();
    const { user } = await openList({ changeItems: change, item: async () => wholeMessage() });
    const plan = async (words: string) => {
      await user.keyboard("{Shift>}P{/Shift}");
      await user.type(await screen.findByRole("combobox", { name: "Set the priority" }), words);
      await user.keyboard("{Enter}");
    };
    await user.click(await screen.findByRole("link", { name: /Ann Baker/ }));
    await screen.findByRole("textbox", { name: "What was done about it" });

    await plan("urgent");
    expect(change).toHaveBeenLastCalledWith(["m-1"], { priority: "urgent" });
    screen.getByRole("link", { name: /Ben/ }).focus();
    await user.keyboard("x");
    await plan("high");

    expect(change).toHaveBeenLastCalledWith(["o-1"], { priority: "high" });
  });

  it("a change shows at once and is taken back if the server cannot be reached", async () => {
    let fail: (cause: Error) => void = () => undefined;
    const change = () => new Promise<never>((_, reject) => (fail = reject));
    const { user } = await openList({ changeItems: change });
    const row = await rowOf(/Ann Baker/);

    await user.click(row.getByRole("checkbox"));
    const bar = within(screen.getByRole("region", { name: "Change all chosen" }));
    await user.selectOptions(bar.getByRole("combobox", { name: "Priority" }), "urgent");
    expect(row.getByText("Urgent")).toBeVisible();
    fail(new ApiError("unreachable", ""));

    expect(await screen.findByText(/Nothing was changed/)).toBeVisible();
    expect(row.getByText("Normal")).toBeInTheDocument();
  });
});

const mailing = async () => ({
  agent: MIA,
  status: "offline" as const,
  groups: [],
  pictureHosts: [],
  sendsMail: true,
  shopName: "",
  hasModel: false,
});

/** Opens the only left message. */
async function openMessage(api: Parameters<typeof renderDesk>[0] = {}) {
  const items = async () => page(leftItem());
  const desk = await openList({ items, item: async () => wholeMessage(), ...api });
  await desk.user.click(await screen.findByRole("link", { name: /Ann Baker/ }));
  await screen.findByRole("textbox", { name: "What was done about it" });
  return desk;
}

describe("a left message", () => {
  it("its plan is changed with the pickers, and the agent's own news is read", async () => {
    const readItem = vi.fn(async () => leftItem());
    const changeItems = vi.fn(async () => ({
      changed: [leftItem({ cursor: 1, agentId: "jo", agentName: "Jo" })],
      refused: [],
    }));
    const item = async () => wholeMessage({ agentId: "mia", agentName: "Mia", isUnread: true });
    const mentionable = async () => [{ id: "jo", name: "Jo" }];
    const { user } = await openMessage({ item, readItem, changeItems, mentionable });

    expect(readItem).toHaveBeenCalledWith("m-1");
    const plan = within(screen.getByRole("main"));
    await plan.findByRole("option", { name: "Jo" });
    await user.selectOptions(plan.getByRole("combobox", { name: "Assigned to" }), "jo");
    expect(changeItems).toHaveBeenCalledWith(["m-1"], { assignee: { id: "jo", name: "Jo" } });
    const due = plan.getByLabelText("Due");
    fireEvent.change(due, { target: { value: "2030-01-02T09:30" } });
    fireEvent.blur(due);
    const at = new Date(2030, 0, 2, 9, 30).getTime();
    await waitFor(() => expect(changeItems).toHaveBeenLastCalledWith(["m-1"], { due: at }));
  });

  it("keys lead to the note, to the row, and out of the message", async () => {
    const { user } = await openMessage();

    await user.keyboard("m");
    expect(screen.getByRole("textbox", { name: "Note that only agents see" })).toHaveFocus();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.getByRole("link", { name: /Ann Baker/ })).toHaveFocus());
    await user.keyboard("{Escape}");

    await waitFor(() => expect(screen.queryByRole("heading", { name: "Message" })).toBeNull());
    expect(screen.getByRole("link", { name: /Ann Baker/ })).toHaveFocus();
  });

  it("a note is kept apart from the remarks, and a retry uses the same id", async () => {
    const note = orderReply({ kind: "internal", author: "Lin", content: "A difficult one." });
    const noteItem = vi
      .fn()
      .mockRejectedValueOnce(new ApiError("unreachable", ""))
      .mockResolvedValue(wholeMessage({ cursor: 1 }, { talk: [note] }));
    const { user } = await openMessage({ noteItem });

    await user.type(screen.getByRole("textbox", { name: "Note that only agents see" }), note.content);
    await user.click(screen.getByRole("button", { name: "Save note" }));
    await screen.findByText("The server cannot be reached. Please try again.");
    await user.click(screen.getByRole("button", { name: "Save note" }));

    const step = (await screen.findByText(note.content)).closest("li");
    expect(within(step ?? document.body).getByText("Note for agents")).toBeVisible();
    const [[first], [second]] = noteItem.mock.calls as [[string], [string]];
    expect(second).toBe(first);
  });

  it("the agent handles it with a remark", async () => {
    const handleMessage = vi.fn(async () =>
      leftMessage({ isHandled: true, handledBy: "Mia", remark: "Called back." }),
    );
    const { user, tell } = await openMessage({ handleMessage });

    await user.type(await screen.findByRole("textbox", { name: "What was done about it" }), "Called back.");
    await user.click(screen.getByRole("button", { name: "Mark as handled" }));

    expect(handleMessage).toHaveBeenCalledWith("m-1", "Called back.", false);
    expect(await screen.findByText("Marked as handled.")).toBeVisible();
    const done = leftItem({ status: "resolved", cursor: 1 });
    tell(told("item", done));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Mark as handled" })).toBeNull());
    await user.click(screen.getByRole("button", { name: "Back to the lists" }));
    expect(screen.queryByRole("heading", { name: "Message" })).toBeNull();
  });

  it("the remark also goes to the visitor by mail, if the server sends any", async () => {
    const handleMessage = vi
      .fn()
      .mockRejectedValueOnce(new ApiError("conflict", "too many"))
      .mockResolvedValue(leftMessage({ isHandled: true, remark: "Yes, we do." }));
    const { user } = await openMessage({ handleMessage, me: mailing });
    const words = await screen.findByRole("textbox", { name: "What was done about it" });
    await user.type(words, "Yes, we do.");
    expect(screen.getByRole("checkbox", { name: "Also send it to ann@example.com" })).toBeChecked();

    await user.click(screen.getByRole("button", { name: "Mark as handled" }));
    expect(await screen.findByText(/cannot go by mail right now/)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Mark as handled" }));

    expect(await screen.findByText(/on its way to ann@example\.com/)).toBeVisible();
    expect(handleMessage).toHaveBeenLastCalledWith("m-1", "Yes, we do.", true);
  });

  it("the remark stays if the server cannot be reached", async () => {
    const handleMessage = vi.fn().mockRejectedValue(new ApiError("unreachable", ""));
    const { user } = await openMessage({ handleMessage });

    const words = screen.getByRole("textbox", { name: "What was done about it" });
    await user.type(words, "Called back.");
    await user.click(screen.getByRole("button", { name: "Mark as handled" }));

    expect(await screen.findByText("The server cannot be reached. Please try again.")).toBeVisible();
    expect(words).toHaveValue("Called back.");
  });
});

describe("a work order", () => {
  async function openOrder(api: Parameters<typeof renderDesk>[0] = {}) {
    const items = async () => page(orderItem());
    const desk = await openList({ items, item: async () => wholeOrder(), ...api });
    await desk.user.click(await screen.findByRole("link", { name: /Work order from Ben/ }));
    await screen.findByText("Which colour was it?");
    return desk;
  }

  it("the agent answers it and sets its status, and a retry uses the same id", async () => {
    const handleOrder = vi
      .fn()
      .mockRejectedValueOnce(new ApiError("unreachable", ""))
      .mockResolvedValue(
        workOrder({ status: "resolved", replies: [orderReply({ content: "On its way." })] }),
      );
    const { user } = await openOrder({ handleOrder });

    await user.click(screen.getByRole("button", { name: "Send reply" }));
    expect(screen.getByText("What would you like to say?")).toBeVisible();
    expect(handleOrder).not.toHaveBeenCalled();
    await user.type(screen.getByRole("textbox"), "On its way.");
    await user.selectOptions(screen.getByRole("combobox", { name: "New status" }), "resolved");
    await user.click(screen.getByRole("button", { name: "Send reply" }));
    await screen.findByText("The server cannot be reached. Please try again.");
    await user.click(screen.getByRole("button", { name: "Send reply" }));

    expect(await screen.findByText("The order has been updated.")).toBeVisible();
    const [[first, ...said], [second]] = handleOrder.mock.calls as [[string, ...unknown[]], [string]];
    expect(said).toEqual(["o-1", { kind: "agent", status: "resolved", text: "On its way.", files: [] }]);
    expect(second).toBe(first);
    expect(screen.getByRole("textbox")).toHaveValue("");
  });

  it("stores an internal note with its author and never sends it to the visitor", async () => {
    const note = orderReply({ kind: "internal", author: "Lin", content: "The third from that batch." });
    const handleOrder = vi.fn(async () => workOrder({ status: "accepted" }));
    const item = vi
      .fn()
      .mockResolvedValueOnce(wholeOrder())
      .mockResolvedValue(wholeOrder({ cursor: 1 }, { talk: [orderReply(), note] }));
    const { user } = await openOrder({ handleOrder, item });

    await user.click(screen.getByRole("radio", { name: "Note for agents" }));
    await user.type(screen.getByRole("textbox", { name: /Only agents see it/ }), note.content);
    await user.click(screen.getByRole("button", { name: "Save note" }));

    const step = (await screen.findByText(note.content)).closest("li");
    expect(within(step ?? document.body).getByText("Note for agents")).toBeVisible();
    expect(handleOrder).toHaveBeenCalledWith(expect.any(String), "o-1", {
      kind: "internal",
      status: "accepted",
      text: note.content,
      files: [],
    });
  });

  it("an answer is sent with its pictures", async () => {
    URL.createObjectURL = () => "blob:x";
    URL.revokeObjectURL = () => undefined;
    const handleOrder = vi.fn(async () => workOrder({ status: "accepted", replies: [orderReply()] }));
    const upload = vi.fn(async (_user: string, file: File) => ({
      url: `/api/files/${file.name}`,
      name: file.name,
      suffix: "png",
      size: 1,
    }));
    const { user } = await openOrder({ handleOrder, upload });

    await user.upload(
      screen.getByLabelText("Add picture"),
      new File(["x"], "pot.png", { type: "image/png" }),
    );
    await user.type(screen.getByRole("textbox"), "Like this one?");
    const send = screen.getByRole("button", { name: "Send reply" });
    await waitFor(() => expect(send).toBeEnabled());
    await user.click(send);

    await screen.findByText("The order has been updated.");
    expect(handleOrder).toHaveBeenCalledWith(expect.any(String), "o-1", {
      kind: "agent",
      status: "accepted",
      text: "Like this one?",
      files: [{ name: "pot.png", url: "/api/files/pot.png" }],
    });
    expect(screen.queryByRole("img", { name: "pot.png" })).toBeNull();
  });

  it("if it cannot be loaded, the page says so and offers a retry", async () => {
    const item = vi
      .fn()
      .mockRejectedValueOnce(new ApiError("unreachable", ""))
      .mockResolvedValue(wholeOrder());
    const { user } = await openList({ item });
    await user.click(await screen.findByRole("link", { name: /Work order from Ben/ }));

    await user.click(await screen.findByRole("button", { name: "Try again" }));

    expect(await screen.findByText("Which colour was it?")).toBeVisible();
  });

  it("an order that does not exist is reported as gone", async () => {
    const item = vi.fn().mockRejectedValue(new ApiError("notFound", ""));
    const { user } = await openList({ item });
    await user.click(await screen.findByRole("link", { name: /Ben/ }));

    expect(await screen.findByText("This entry no longer exists.")).toBeVisible();
  });

  it("the list and the order have no accessibility violation", async () => {
    const { user } = await openOrder();
    await user.click(screen.getByRole("checkbox", { name: /Ben/ }));

    const { violations } = await axe.run(document.body, { rules: { "color-contrast": { enabled: false } } });

    expect(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join()}`)).toEqual([]);
  });
});

import { screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { describe, expect, it, vi } from "vitest";
import { MIA, renderDesk, signIn } from "../../../test/desk";
import { leftMessage, orderReply, workOrder } from "../../../test/left";
import { ApiError } from "../../api/http";
import { emptyLeft, openItems } from "./left";

const news = (what: "message" | "order", id: string, waiting: number) =>
  ({ kind: "left", what, id, waiting, userId: "", sessionId: "" }) as const;

describe("the list", () => {
  it("the list shows waiting items first, then the latest changes, and no closed ones", () => {
    const left = {
      ...emptyLeft,
      messages: [leftMessage({ id: "m-1", at: 10 }), leftMessage({ id: "m-2", at: 30, isHandled: true })],
      orders: [
        workOrder({ id: "o-1", status: "accepted", changedAt: 90, lastWord: "agent" }),
        workOrder({ id: "o-2", status: "accepted", changedAt: 20, lastWord: "customer" }),
        workOrder({ id: "o-3", status: "closed", changedAt: 99 }),
      ],
    };

    expect(openItems(left).map(({ id }) => id)).toEqual(["o-2", "m-1", "o-1"]);
  });

  it("an empty list says so, and a list that failed to load offers a retry", async () => {
    const leftMessages = vi
      .fn()
      .mockRejectedValueOnce(new ApiError("unreachable", ""))
      .mockResolvedValue({ messages: [], cursor: "", waiting: 0 });
    const { user } = await renderDesk({ leftMessages });
    await signIn(user, screen);

    await user.click(screen.getByRole("tab", { name: /Left/ }));
    await user.click(await screen.findByRole("button", { name: "Try again" }));

    expect(await screen.findByText("Nothing is waiting")).toBeVisible();
  });

  it("a new item is announced once, counted and listed", async () => {
    let messages: ReturnType<typeof leftMessage>[] = [];
    const leftMessages = async () => ({ messages, cursor: "", waiting: messages.length });
    const { user, tell, notify } = await renderDesk({ leftMessages });
    await signIn(user, screen);
    await user.click(screen.getByRole("tab", { name: "Left 0" }));

    messages = [leftMessage()];
    tell(news("message", "m-1", 1));
    expect(await screen.findByText("A visitor left a new message.")).toBeVisible();
    expect(await screen.findByRole("link", { name: /Message from Ann Baker/ })).toBeVisible();
    expect(screen.getByRole("tab", { name: "Left 1" })).toBeVisible();
    tell(news("message", "m-1", 1));
    tell(news("order", "o-1", 1));

    expect(await screen.findByText("A new work order came in.")).toBeVisible();
    await waitFor(() => expect(notify.mock.calls.filter(([what]) => what === "waiting")).toHaveLength(2));
  });

  it("the agent can load more items", async () => {
    const leftMessages = vi.fn(async (cursor: string) =>
      cursor === ""
        ? { messages: [leftMessage()], cursor: "next", waiting: 2 }
        : { messages: [leftMessage({ id: "m-2", name: "Cleo" })], cursor: "", waiting: 2 },
    );
    const { user } = await renderDesk({ leftMessages });
    await signIn(user, screen);
    await user.click(screen.getByRole("tab", { name: /Left/ }));

    await user.click(await screen.findByRole("button", { name: "Show more" }));

    expect(await screen.findByRole("link", { name: /Cleo/ })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  });

  it("a page that was asked for twice is added once", async () => {
    const pages: (() => void)[] = [];
    const leftMessages = vi.fn(async (cursor: string) => {
      if (cursor === "") return { messages: [leftMessage()], cursor: "next", waiting: 2 };
      await new Promise<void>((resolve) => pages.push(resolve));
      return { messages: [leftMessage({ id: "m-2", name: "Cleo" })], cursor: "", waiting: 2 };
    });
    const { user } = await renderDesk({ leftMessages });
    await signIn(user, screen);
    await user.click(screen.getByRole("tab", { name: /Left/ }));

    await user.click(await screen.findByRole("button", { name: "Show more" }));
    await user.click(screen.getByRole("tab", { name: /Queue/ }));
    await user.click(screen.getByRole("tab", { name: /Left/ }));
    await user.click(await screen.findByRole("button", { name: "Show more" }));
    expect(pages).toHaveLength(2);
    for (const answer of pages) answer();

    await waitFor(() => expect(screen.queryByRole("button", { name: "Show more" })).toBeNull());
    expect(screen.getAllByRole("link", { name: /Cleo/ })).toHaveLength(1);
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

describe("a left message", () => {
  it("the agent handles it with a remark, and it leaves the count", async () => {
    const handleMessage = vi.fn(async () =>
      leftMessage({ isHandled: true, handledBy: "Mia", remark: "Called back." }),
    );
    const leftMessages = async () => ({ messages: [leftMessage()], cursor: "", waiting: 1 });
    const { user } = await renderDesk({ leftMessages, handleMessage });
    await signIn(user, screen);
    await user.click(screen.getByRole("tab", { name: /Left/ }));
    await user.click(await screen.findByRole("link", { name: /Ann Baker/ }));

    await user.type(await screen.findByRole("textbox", { name: "What was done about it" }), "Called back.");
    await user.click(screen.getByRole("button", { name: "Mark as handled" }));

    expect(handleMessage).toHaveBeenCalledWith("m-1", "Called back.", false);
    expect(await screen.findByText("Called back.")).toBeVisible();
    expect(screen.queryByRole("button", { name: "Mark as handled" })).toBeNull();
    expect(screen.getByRole("tab", { name: "Left 0" })).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Back to the lists" }));
    expect(screen.getByText("Your conversations open here")).toBeInTheDocument();
  });

  it("the remark also goes to the visitor by mail, if the server sends any", async () => {
    const handleMessage = vi
      .fn()
      .mockRejectedValueOnce(new ApiError("conflict", "too many"))
      .mockResolvedValue(leftMessage({ isHandled: true, remark: "Yes, we do." }));
    const leftMessages = async () => ({ messages: [leftMessage()], cursor: "", waiting: 1 });
    const { user } = await renderDesk({ leftMessages, handleMessage, me: mailing });
    await signIn(user, screen);
    await user.click(screen.getByRole("tab", { name: /Left/ }));
    await user.click(await screen.findByRole("link", { name: /Ann Baker/ }));
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
    const leftMessages = async () => ({ messages: [leftMessage()], cursor: "", waiting: 1 });
    const { user } = await renderDesk({ leftMessages, handleMessage });
    await signIn(user, screen);
    await user.click(screen.getByRole("tab", { name: /Left/ }));
    await user.click(await screen.findByRole("link", { name: /Ann Baker/ }));

    await user.type(await screen.findByRole("textbox"), "Called back.");
    await user.click(screen.getByRole("button", { name: "Mark as handled" }));

    expect(await screen.findByText("The server cannot be reached. Please try again.")).toBeVisible();
    expect(screen.getByRole("textbox")).toHaveValue("Called back.");
  });
});

describe("a work order", () => {
  async function openOrder(api: Parameters<typeof renderDesk>[0] = {}) {
    const orders = async () => ({ orders: [workOrder()], cursor: "", waiting: 1 });
    const order = async () => workOrder({ replies: [orderReply()] });
    const desk = await renderDesk({ orders, order, ...api });
    await signIn(desk.user, screen);
    await desk.user.click(screen.getByRole("tab", { name: /Left/ }));
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
    const handleOrder = vi.fn(async () => workOrder({ status: "accepted", replies: [orderReply(), note] }));
    const { user } = await openOrder({ handleOrder });

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

  it("if its replies cannot be loaded, the page says so and offers a retry", async () => {
    const order = vi
      .fn()
      .mockRejectedValueOnce(new ApiError("unreachable", ""))
      .mockResolvedValue(workOrder({ replies: [orderReply()] }));
    const orders = async () => ({ orders: [workOrder()], cursor: "", waiting: 1 });
    const { user } = await renderDesk({ orders, order });
    await signIn(user, screen);
    await user.click(screen.getByRole("tab", { name: /Left/ }));
    await user.click(await screen.findByRole("link", { name: /Work order from Ben/ }));

    await user.click(await screen.findByRole("button", { name: "Try again" }));

    expect(await screen.findByText("Which colour was it?")).toBeVisible();
  });

  it("an order that does not exist is reported as gone", async () => {
    const order = vi.fn().mockRejectedValue(new ApiError("notFound", ""));
    const orders = async () => ({ orders: [workOrder()], cursor: "", waiting: 1 });
    const { user } = await renderDesk({ orders, order });
    await signIn(user, screen);
    await user.click(screen.getByRole("tab", { name: /Left/ }));
    await user.click(await screen.findByRole("link", { name: /Ben/ }));

    expect(await screen.findByText("This entry no longer exists.")).toBeVisible();
  });

  it("the order has no accessibility violation", async () => {
    await openOrder();

    const { violations } = await axe.run(document.body, { rules: { "color-contrast": { enabled: false } } });

    expect(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join()}`)).toEqual([]);
  });
});

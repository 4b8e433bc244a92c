import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { calmVisitor, message, openTalk, renderDesk, signIn, VISITOR } from "../../../test/desk";
import { ApiError } from "../../api/http";
import type { ReadyReply } from "../../wire/ready";

it("the agent can answer a message with a quote, or cancel the answer", async () => {
  const history = async () => ({
    messages: [message(3, "Is it hardy?"), message(4, "And the pot?")],
    before: 0,
    hasOlder: false,
  });
  let place = 9;
  const sendText = vi.fn(async (_userId: string, _id: string, _words: string, _answered: string) => {
    place += 1;
    return { messageId: `${VISITOR}.1.${place}`, at: Date.now(), seq: place };
  });
  const { user } = await openTalk({ history, sendText });
  const replies = await screen.findAllByRole("button", { name: "Reply" });
  const field = screen.getByRole("textbox");

  await user.click(replies[1] ?? document.body);
  expect(screen.getByRole("blockquote")).toHaveTextContent("And the pot?");
  expect(field).toHaveFocus();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("blockquote")).toBeNull();
  await user.click(replies[0] ?? document.body);
  await user.type(field, "To ten below.{Enter}");
  await user.type(field, "Anything else?{Enter}");

  await waitFor(() => expect(sendText).toHaveBeenCalledTimes(2));
  expect(sendText.mock.calls.map((call) => call.slice(2))).toEqual([
    ["To ten below.", `${VISITOR}.1.3`],
    ["Anything else?", ""],
  ]);
  const answer = (await screen.findByText("To ten below.")).closest("[data-delivery]");
  expect(answer).toHaveTextContent("Is it hardy?");
  expect(screen.getAllByRole("blockquote")).toHaveLength(1);
});

it("a note goes only to agents, and the next message goes to the visitor again", async () => {
  const history = async () => ({ messages: [message(3, "Is it hardy?")], before: 0, hasOlder: false });
  const { user, calls } = await openTalk({ history });
  const [note, sendText] = [vi.spyOn(calls, "note"), vi.spyOn(calls, "sendText")];
  await within(screen.getByRole("log")).findByText("Is it hardy?");

  await user.click(screen.getByRole("button", { name: "Note for agents" }));
  await user.type(screen.getByRole("textbox", { name: "Note for agents" }), "Asked twice already.{Enter}");
  await waitFor(() =>
    expect(note).toHaveBeenCalledWith(VISITOR, expect.any(String), "Asked twice already.", []),
  );
  expect(sendText).not.toHaveBeenCalled();
  expect(await screen.findByText(/· Note for agents/)).toBeVisible();
  await user.keyboard("{Escape}");
  await user.type(screen.getByRole("textbox", { name: "Write a message" }), "To ten below.{Enter}");

  await waitFor(() => expect(sendText).toHaveBeenCalledOnce());
  expect(note).toHaveBeenCalledOnce();
});

it("a quick reply in the visitor's language, or an answer from the documents, goes into the field", async () => {
  const shared = { shared: true, folder: "", version: 1 };
  const replies: ReadyReply[] = [
    {
      ...shared,
      id: "hours",
      title: { en: "Opening hours", zh: "营业时间" },
      text: { en: "Nine to six.", zh: "九点到六点。" },
    },
    {
      ...shared,
      ...shared,
      id: "own",
      shared: false,
      title: "Bye",
      text: { default: "Until next time, {userName}. {nick}, order {orderNo}", de: "Bis dann." },
    },
  ];
  const doc = {
    robot: "fern",
    id: "returns",
    language: "en",
    question: "How do I return?",
    answer: "<p>In <b>30</b> days.</p><p>Free.</p>",
  };
  const documents = vi.fn(async () => [doc]);
  const { user, calls } = await openTalk({
    quickReplies: async () => ({ replies, next: "" }),
    documents,
  });
  const remove = vi.spyOn(calls, "removeQuickReply");
  const field = screen.getByRole("textbox", { name: "Write a message" });

  await user.click(screen.getByRole("button", { name: "Quick replies and answers" }));
  const search = await screen.findByRole("combobox", { name: "Quick replies and answers" });
  const list = screen.getByRole("listbox", { name: "Quick replies and answers" });
  expect(await within(list).findAllByRole("option")).toHaveLength(2);
  await user.type(search, "hours{Enter}");
  expect(field).toHaveValue("Nine to six.");

  await user.click(screen.getByRole("button", { name: "Quick replies and answers" }));
  await user.type(screen.getByRole("combobox", { name: "Quick replies and answers" }), "return");
  await user.click(await screen.findByRole("option", { name: /How do I return/ }));
  expect(documents).toHaveBeenCalledWith("return", "en", expect.anything());
  expect(field).toHaveValue("Nine to six. In 30 days.\nFree.");

  await user.click(screen.getByRole("button", { name: "Quick replies and answers" }));
  // What nothing is known about stays.
  expect(
    screen.getByText(/Until next time, (?!\{userName).+\. (?!\{nick).+, order \{orderNo\}/),
  ).toBeVisible();
  await user.hover(screen.getByRole("option", { name: /Bye/ }));
  await user.click(screen.getByRole("button", { name: "Remove Bye" }));
  await waitFor(() => expect(screen.queryByRole("option", { name: /Bye/ })).toBeNull());
  expect(remove).toHaveBeenCalledWith("own");
});

it("the agent can save a draft as a quick reply, and an empty list says so", async () => {
  const { user, calls } = await openTalk();
  const keep = vi.spyOn(calls, "keepQuickReply");
  await user.type(screen.getByRole("textbox", { name: "Write a message" }), "We ship within a day.");

  await user.click(screen.getByRole("button", { name: "Quick replies and answers" }));
  expect(await screen.findByText(/No quick replies yet/)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Save this text as a quick reply" }));

  const kept = await screen.findByRole("option", { name: /We ship within a day/ });
  expect(kept).toBeVisible();
  expect(keep).toHaveBeenCalledWith(expect.objectContaining({ text: "We ship within a day." }));
  // A short text is its own title, and a saved one is not offered again.
  expect(within(kept).getAllByText("We ship within a day.")).toHaveLength(1);
  expect(screen.queryByRole("button", { name: /^Save this text/ })).not.toBeInTheDocument();
});

it("a conversation can be handed over to a group with a note, and a refusal is shown", async () => {
  const handOver = vi
    .fn()
    .mockRejectedValueOnce(new ApiError("conflict", "nobody"))
    .mockResolvedValue(undefined);
  const { user } = await openTalk({ handOver });

  await user.click(screen.getByRole("button", { name: "Hand over" }));
  const form = screen.getByRole("form", { name: "Hand over" });
  await waitFor(() => expect(within(form).getByRole("combobox")).toHaveFocus());
  await user.type(within(form).getByRole("textbox", { name: /Note/ }), "Wants a refund");
  await user.click(within(form).getByRole("button", { name: "Hand over" }));
  expect(await screen.findByText(/Sales cannot take it/)).toBeVisible();
  await user.click(within(form).getByRole("button", { name: "Hand over" }));

  expect(await screen.findByText("Handed over to Sales.")).toBeVisible();
  expect(handOver).toHaveBeenLastCalledWith(VISITOR, { kind: "group", id: "sales" }, "Wants a refund");
  expect(screen.queryByRole("form", { name: "Hand over" })).toBeNull();
});

it("a conversation can be handed over to a colleague with a free seat, and a failed list can be retried", async () => {
  const handOver = vi.fn().mockResolvedValue(undefined);
  const known = {
    groups: [],
    colleagues: [
      { id: "jo", name: "Jo", free: 1 },
      { id: "lin", name: "Lin", free: 0 },
    ],
  };
  const receivers = vi.fn().mockRejectedValueOnce(new ApiError("unreachable", "")).mockResolvedValue(known);
  const { user } = await openTalk({ handOver, receivers });

  await user.click(screen.getByRole("button", { name: "Hand over" }));
  const form = screen.getByRole("form", { name: "Hand over" });
  expect(await within(form).findByRole("alert")).toHaveTextContent(/who is available/);
  await user.click(within(form).getByRole("button", { name: "Try again" }));
  expect(await within(form).findByRole("option", { name: "Lin (at capacity)" })).toBeDisabled();
  await user.click(within(form).getByRole("button", { name: "Hand over" }));

  expect(await screen.findByText("Handed over to Jo.")).toBeVisible();
  expect(handOver).toHaveBeenLastCalledWith(VISITOR, { kind: "colleague", id: "jo" }, "");
});

it("if nobody else is at their desk, the page says so", async () => {
  const { user } = await openTalk({ receivers: async () => ({ groups: [], colleagues: [] }) });

  await user.click(screen.getByRole("button", { name: "Hand over" }));

  const form = screen.getByRole("form", { name: "Hand over" });
  expect(await within(form).findByText("Nobody else is at their desk right now.")).toBeVisible();
  expect(within(form).queryByRole("button", { name: "Hand over" })).toBeNull();
});

it("read marks are shown after a reload", async () => {
  const history = async () => ({ messages: [message(3, "Good day", "agent")], before: 0, hasOlder: false });
  const visitor = async (userId: string) => ({ ...(await calmVisitor(userId)), readUpTo: 3 });

  await openTalk({ history, visitor });

  expect(await screen.findByText("Read")).toBeVisible();
});

it("an address without a conversation says so, invents no visitor, and leads back", async () => {
  const history = vi.fn().mockRejectedValue(new ApiError("notFound", "not found"));
  const { user, history: places } = await renderDesk({ history }, "/desk/talk/UNKNOWN");
  await signIn(user, screen);

  expect(await screen.findByText("There is no such conversation")).toBeVisible();
  expect(screen.queryByText(/Visitor NOWN/)).toBeNull();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Back to the lists" }));

  expect(places?.at(-1)).toBe("/desk/");
});

import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { message, openTalk, said, VISITOR } from "../../../test/desk";
import { ApiError } from "../../api/http";
import type { ReadyReply } from "../../wire/ready";

const field = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Write a message" });
const reply = (id: string, title: string, text: string, shared = true): ReadyReply => ({
  id,
  title,
  text,
  shared,
  folder: "",
  version: 1,
});
const REPLIES = [
  reply("hours", "Opening hours", "Nine to six."),
  reply("hello", "Greeting", "Hello {visitor.name}, {agent.name} of {shop.name} here."),
  reply("order", "Order", "Order {order.number} is on its way."),
];
const quickReplies = async () => ({ replies: REPLIES, next: "" });
const found = {
  robot: "fern",
  id: "returns",
  language: "en",
  question: "How do I return?",
  answer: "<p>In <b>30</b> days.</p><p>Free.</p>",
};

it("a slash finds quick replies while the agent types, and Enter inserts one with its variables", async () => {
  const { user, calls } = await openTalk({ quickReplies });
  const sendText = vi.spyOn(calls, "sendText");

  await user.type(field(), "Well: /");
  const list = await screen.findByRole("listbox", { name: "Quick replies" });
  expect(await within(list).findAllByRole("option")).toHaveLength(3);
  await user.keyboard("{ArrowDown}{ArrowUp}gre");
  const chosen = within(list).getByRole("option", { name: /Greeting/ });
  expect(field()).toHaveAttribute("aria-activedescendant", chosen.id);
  await user.keyboard("{Enter}");

  expect(field()).toHaveValue("Well: Hello Amira, Mia of Fern & Field here.");
  expect(screen.queryByRole("listbox")).toBeNull();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(sendText).toHaveBeenCalledOnce());
});

it("an open variable is selected, named, and not sent before the agent says so twice", async () => {
  const { user, calls } = await openTalk({ quickReplies });
  const sendText = vi.spyOn(calls, "sendText");

  await user.type(field(), "/ord{Enter}");
  await waitFor(() => expect(field()).toHaveValue("Order {order.number} is on its way."));
  expect([field().selectionStart, field().selectionEnd]).toEqual([6, 20]);
  expect(screen.getByText("{order.number}")).toBeVisible();
  await user.keyboard("{Enter}");
  expect(await screen.findByRole("alert")).toHaveTextContent("Press Enter again");
  expect(sendText).not.toHaveBeenCalled();

  await user.keyboard("17");
  expect(field()).toHaveValue("Order 17 is on its way.");
  await user.keyboard("{Enter}");
  await waitFor(() =>
    expect(sendText).toHaveBeenCalledWith(VISITOR, expect.any(String), "Order 17 is on its way.", ""),
  );
});

it("Escape closes the quick replies and leaves the slash", async () => {
  const { user } = await openTalk({ quickReplies });
  await user.type(field(), "/");
  await screen.findByRole("listbox");

  await user.keyboard("{Escape}x");

  expect(screen.queryByRole("listbox")).toBeNull();
  expect(field()).toHaveValue("/x");
});

it("the agent adds, changes and removes own quick replies, and hears of a change elsewhere", async () => {
  const keepQuickReply = vi.fn(async (one: { id: string; title: string; text: string; version: number }) => ({
    ...one,
    shared: false,
    folder: "",
    version: one.version + 1,
  }));
  const { user } = await openTalk({ quickReplies, keepQuickReply });
  await user.type(field(), "/");
  await user.click(await screen.findByRole("button", { name: "My quick replies" }));
  const dialog = await screen.findByRole("dialog", { name: "My quick replies" });
  expect(await within(dialog).findByText(/no quick replies of your own/)).toBeVisible();

  await user.click(within(dialog).getByRole("button", { name: "New quick reply" }));
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(within(dialog).getAllByText("Please fill this in.")).toHaveLength(2);
  await user.type(within(dialog).getByRole("textbox", { name: "Title" }), "Bye");
  await user.type(within(dialog).getByRole("textbox", { name: "Text" }), "Until then, ");
  await user.click(within(dialog).getByRole("button", { name: "{visitor.name}" }));
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  await user.click(await within(dialog).findByRole("button", { name: "Change Bye" }));
  keepQuickReply.mockRejectedValueOnce(new ApiError("conflict", "version is not the newest"));
  await user.click(within(dialog).getByRole("button", { name: "Save" }));

  expect(await screen.findByText(/changed elsewhere/)).toBeVisible();
  expect(keepQuickReply.mock.calls.map(([one]) => [one.text, one.version])).toEqual([
    ["Until then, {visitor.name}", 0],
    ["Until then, {visitor.name}", 1],
  ]);
});

it("answers are suggested to a new question; a key inserts one, and they can be hidden or switched off", async () => {
  const suggestions = vi.fn(async () => [found]);
  const { user, tell } = await openTalk({ suggestions });
  tell(said(message(1, "Can I return it?")));

  await screen.findByRole("region", { name: "Suggested answers" });
  expect(suggestions).toHaveBeenCalledWith("Can I return it?", "en", expect.anything());
  await user.keyboard("{Alt>}1{/Alt}");
  expect(field()).toHaveValue("In 30 days.\nFree.");
  await user.click(screen.getByRole("button", { name: "Hide the suggested answers" }));
  expect(screen.queryByRole("region", { name: "Suggested answers" })).toBeNull();

  await user.click(screen.getByRole("button", { name: "More" }));
  await user.click(screen.getByRole("checkbox", { name: "Suggested answers" }));
  tell(said(message(2, "And what does it cost?")));
  expect(await screen.findAllByText("And what does it cost?")).not.toHaveLength(0);
  expect(suggestions).toHaveBeenCalledOnce();
  await user.click(screen.getByRole("checkbox", { name: "Suggested answers" }));
  expect(await screen.findByRole("region", { name: "Suggested answers" })).toBeVisible();
});

it("a card and a form are checked, and sent as their own kinds", async () => {
  const { user, calls } = await openTalk();
  const sendContent = vi.spyOn(calls, "sendContent");
  const open = async (name: string) => {
    await user.click(screen.getByRole("button", { name: "Send something else" }));
    await user.click(screen.getByRole("button", { name }));
  };

  await open("Card or link");
  const card = await screen.findByRole("dialog", { name: "Send a card" });
  expect(within(card).getByRole("combobox", { name: "Kind" })).toHaveFocus();
  await user.click(within(card).getByRole("button", { name: "Send" }));
  expect(within(card).getAllByText("Please fill this in.")).toHaveLength(2);
  await user.type(within(card).getByRole("textbox", { name: "Title" }), "Care");
  await user.type(
    within(card).getByRole("textbox", { name: "Address it opens" }),
    "https://shop.example/care",
  );
  await user.click(within(card).getByRole("button", { name: "Send" }));
  await open("Form");
  const form = await screen.findByRole("dialog", { name: "Send a form" });
  expect(within(form).getByRole("textbox", { name: "What is it about?" })).toHaveFocus();
  await user.type(within(form).getByRole("textbox", { name: "What is it about?" }), "Delivery");
  await user.type(within(form).getByRole("textbox", { name: "Question 1" }), "Street");
  await user.click(within(form).getByRole("button", { name: "Send" }));

  await waitFor(() => expect(sendContent).toHaveBeenCalledTimes(2));
  const [first, second] = sendContent.mock.calls.map(([, , content]) => content);
  expect([first?.msgType, second?.msgType]).toEqual([9, 10]);
  expect(JSON.parse(first?.msgContent ?? "")).toMatchObject({ linkUrl: "https://shop.example/care" });
  expect(JSON.parse(second?.msgContent ?? "").fromFields).toHaveLength(1);
});

it("a document is sent as it is formatted", async () => {
  const { user, calls } = await openTalk({ documents: async () => [found] });
  const sendContent = vi.spyOn(calls, "sendContent");
  await user.click(screen.getByRole("button", { name: "Quick replies and answers" }));
  await user.type(screen.getByRole("combobox", { name: "Quick replies and answers" }), "return");
  await screen.findByRole("option", { name: /How do I return/ });

  await user.click(await screen.findByRole("button", { name: "Send the document as it is" }));

  await waitFor(() => expect(sendContent).toHaveBeenCalledOnce());
  expect(sendContent.mock.calls[0]?.[2]).toEqual({ msgType: 12, msgContent: found.answer });
});

it("without a microphone the agent reads what to do", async () => {
  const { user } = await openTalk();
  vi.stubGlobal("MediaRecorder", class {});
  const denied = () => Promise.reject(new DOMException("", "NotAllowedError"));
  vi.stubGlobal("navigator", Object.create(navigator, { mediaDevices: { value: { getUserMedia: denied } } }));

  await user.click(screen.getByRole("button", { name: "Send something else" }));
  await user.click(screen.getByRole("button", { name: "Voice note" }));

  expect(await screen.findByRole("alert")).toHaveTextContent(/does not allow the microphone/);
  vi.unstubAllGlobals();
});

import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { calmVisitor, MIA, message, openTalk, said } from "../../../test/desk";

const me = async () => ({
  agent: MIA,
  status: "online" as const,
  groups: [],
  pictureHosts: [],
  sendsMail: false,
  shopName: "Fern & Field",
  hasModel: true,
});
const german = async (userId: string) => ({ ...(await calmVisitor(userId)), locale: "de" });
const field = () => screen.getByRole("textbox", { name: "Write a message" });
const history = async () => ({
  messages: [message(1, "Hallo"), message(2, "Hello", "agent"), message(3, "Wo ist meine Bestellung?")],
  before: 0,
  hasOlder: false,
});

/** The conversation is there: its last words stand in its row, too. */
const isRead = () => waitFor(() => expect(screen.getAllByText("Wo ist meine Bestellung?")).toHaveLength(2));

it("without a model there is no help to see", async () => {
  await openTalk({ history });

  await isRead();
  expect(screen.queryByRole("checkbox", { name: "Translate this conversation" })).toBeNull();
});

it("a switch translates each message once, and new ones as they come", async () => {
  const words: Record<string, string> = {
    Hallo: "Hello there",
    Hello: "Hello",
    "Wo ist meine Bestellung?": "Where is my order?",
    Danke: "Thanks",
  };
  const translate = vi.fn(async (_: string, text: string) => ({
    text: words[text] ?? "",
    problem: undefined,
  }));
  const { user, tell } = await openTalk({ me, history, visitor: german, translate });
  await isRead();
  expect(translate).not.toHaveBeenCalled();

  await user.click(await screen.findByRole("checkbox", { name: "Translate this conversation" }));

  expect(await screen.findByText("Where is my order?")).toBeVisible();
  expect(await screen.findByText("Hello there")).toBeVisible();
  tell(said(message(4, "Danke")));
  expect(await screen.findByText("Thanks")).toBeVisible();
  expect(translate.mock.calls.map(([, text]) => text).sort()).toEqual(Object.keys(words).sort());
  // What is in the agent's language already needs no second line.
  expect(screen.getAllByText("Hello")).toHaveLength(1);
});

it("a trouble that lasts is named once, and asked about again only by the agent", async () => {
  const translate = vi.fn(async (_: string, text: string) => ({ text, problem: undefined }) as never);
  translate.mockResolvedValueOnce({ text: "", problem: "spent" } as never);
  const { user } = await openTalk({ me, history, visitor: german, translate });
  await isRead();

  await user.click(await screen.findByRole("checkbox", { name: "Translate this conversation" }));

  const failed = await screen.findByText(/budget of the large model is used up/);
  expect(translate).toHaveBeenCalledOnce();
  await user.click(within(failed).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(translate).toHaveBeenCalledTimes(4));
});

it("the agent's draft is offered in the visitor's language before it is sent", async () => {
  const translate = vi.fn(async (_: string, text: string, lang: string) => ({
    text: `${lang}: ${text}`,
    problem: undefined,
  }));
  const { user, calls } = await openTalk({ me, visitor: german, translate });
  const sendText = vi.spyOn(calls, "sendText");
  await user.click(await screen.findByRole("checkbox", { name: "Translate this conversation" }));
  await user.type(field(), "On its way");

  await user.click(screen.getByRole("button", { name: "Translate into Deutsch" }));
  expect(await screen.findByText("de: On its way")).toBeVisible();
  expect(sendText).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Use this" }));

  expect(field()).toHaveValue("de: On its way");
});

it("who takes over from a colleague gets a summary by itself, and may ask again after new messages", async () => {
  const taken = async () => ({
    messages: [message(1, "Hallo"), { ...message(2, "Hello", "agent"), senderName: "Jo" }],
    before: 0,
    hasOlder: false,
  });
  const sumUp = vi.fn(async () => ({ text: "They said hello.", problem: undefined }));
  const { user, tell } = await openTalk({ me, history: taken, sumUp });

  expect(await screen.findByText("They said hello.")).toBeVisible();
  expect(sumUp).toHaveBeenCalledOnce();
  expect(screen.queryByRole("button", { name: /^Sum up/ })).toBeNull();
  tell(said(message(3, "Are you there?")));
  await user.click(await screen.findByRole("button", { name: "Sum up again with the newest messages" }));
  expect(sumUp).toHaveBeenCalledTimes(2);
});

it("in a conversation of one's own, a summary is there when it is asked for", async () => {
  const sumUp = vi.fn(async () => ({ text: "", problem: "tooSlow" as const }));
  const { user } = await openTalk({ me, history, sumUp });

  await user.click(await screen.findByRole("button", { name: "Sum up the conversation" }));

  expect(await screen.findByRole("alert")).toHaveTextContent("took too long");
  expect(sumUp).toHaveBeenCalledOnce();
});

import { act, screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import * as v from "valibot";
import { describe, expect, it, vi } from "vitest";
import { calmVisitor, MIA, message, openTalk, renderDesk, row, said, signIn, VISITOR } from "../../test/desk";
import { ApiError } from "../api/http";
import type { AgentStatus } from "../wire/account";
import { channel as channelSchema } from "../wire/channel";

describe("signing in", () => {
  it("a wrong account or password gives one message that does not say which is wrong", async () => {
    const login = vi.fn().mockRejectedValue(new ApiError("unauthorised", "login state expired"));
    const { user } = await renderDesk({ login });

    await user.type(screen.getByLabelText("Account"), "mia");
    await user.type(screen.getByLabelText("Password"), "wrong");
    await user.click(screen.getByRole("button", { name: "Sign in" }));

    expect(await screen.findByText(/^You cannot sign in with this account and password/)).toBeInTheDocument();
    expect(login).toHaveBeenCalledWith("", "mia", "wrong", undefined);
  });

  it("an empty field is named in the page's own words and takes the focus", async () => {
    const login = vi.fn();
    const { user } = await renderDesk({ login });
    const account = screen.getByLabelText("Account");

    await user.click(screen.getByRole("button", { name: "Sign in" }));
    expect(screen.getByRole("alert")).toHaveTextContent("Please fill in: Account");
    expect(account).toHaveFocus();
    expect(account).toHaveAttribute("aria-invalid", "true");
    await user.type(account, "mia{Enter}");

    expect(screen.getByRole("alert")).toHaveTextContent("Please fill in: Password");
    expect(screen.getByLabelText("Password")).toHaveFocus();
    expect(login).not.toHaveBeenCalled();
  });

  it("after too many attempts, the page says how long to wait and disables the button", async () => {
    const login = vi.fn().mockRejectedValue(new ApiError("tooMany", "", 24_000));
    const { user } = await renderDesk({ login });

    await user.type(screen.getByLabelText("Account"), "mia");
    await user.type(screen.getByLabelText("Password"), "wrong{Enter}");

    expect(await screen.findByText(/try again in 24 seconds/)).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Sign in" })).toBeDisabled();
  });

  it("a kept token opens the desk without signing in, also after a reload", async () => {
    const { user } = await renderDesk();
    await signIn(user, screen);
    const kept = sessionStorage.length;
    document.body.replaceChildren();

    await renderDesk();

    expect(await screen.findByRole("heading", { name: "Mia" })).toBeInTheDocument();
    expect(kept).toBe(1);
  });
});

describe("the lists", () => {
  it("an offline agent is offered to go online", async () => {
    const { user, calls } = await renderDesk();
    const setStatus = vi.spyOn(calls, "setStatus");
    await signIn(user, screen);

    await user.click(await screen.findByRole("button", { name: "Go online" }));

    expect(setStatus).toHaveBeenCalledWith("online", 2);
    expect(screen.getByRole("combobox", { name: "Status" })).toHaveValue("online");
  });

  it("each click on the capacity counts, even if earlier responses are still open", async () => {
    const answers: (() => void)[] = [];
    const setStatus = vi.fn(
      (status: AgentStatus, capacity: number) =>
        new Promise<{ status: AgentStatus; capacity: number }>((resolve) => {
          answers.push(() => resolve({ status, capacity }));
        }),
    );
    const { user } = await renderDesk({ setStatus });
    await signIn(user, screen);
    const more = await screen.findByRole("button", { name: "One more at once" });

    await user.click(more);
    await user.click(more);
    await waitFor(() => expect(setStatus).toHaveBeenCalledOnce());
    answers[0]?.();
    await waitFor(() => expect(setStatus).toHaveBeenCalledTimes(2));

    expect(setStatus.mock.calls.map(([, capacity]) => capacity)).toEqual([3, 4]);
    expect(screen.getByText("0/4")).toBeInTheDocument();
  });

  it("if the agent asks for too much capacity, the page shows the allowed number", async () => {
    const setStatus = vi.fn(async (status: AgentStatus) => ({ status, capacity: 2 }));
    const { user } = await renderDesk({ setStatus });
    await signIn(user, screen);

    await user.click(await screen.findByRole("button", { name: "One more at once" }));

    expect(await screen.findByText(/^You can take 2 at once/)).toBeInTheDocument();
    expect(screen.getByText("0/2")).toBeInTheDocument();
  });

  it("after failed changes the page shows what the server last accepted", async () => {
    const failures: (() => void)[] = [];
    const setStatus = () =>
      new Promise<never>((_resolve, reject) => {
        failures.push(() => reject(new ApiError("unreachable", "")));
      });
    const { user } = await renderDesk({ setStatus });
    await signIn(user, screen);
    const more = await screen.findByRole("button", { name: "One more at once" });

    await user.click(more);
    await user.click(more);
    expect(screen.getByText("0/4")).toBeInTheDocument();
    await act(async () => failures[0]?.());
    await waitFor(() => expect(failures).toHaveLength(2));
    await act(async () => failures[1]?.());

    expect(await screen.findByText("0/2")).toBeInTheDocument();
  });

  it("the agent's last choice stays shown while status events about earlier choices arrive", async () => {
    const answers: (() => void)[] = [];
    const setStatus = (status: AgentStatus, capacity: number) =>
      new Promise<{ status: AgentStatus; capacity: number }>((resolve) => {
        answers.push(() => resolve({ status, capacity }));
      });
    const { user, tell } = await renderDesk({ setStatus });
    await signIn(user, screen);
    const more = await screen.findByRole("button", { name: "One more at once" });
    const acceptStatus = (capacity: number) =>
      tell({ kind: "status", standing: { status: "offline", capacity }, userId: "", sessionId: "" });

    await user.click(more);
    await user.click(more);
    acceptStatus(3);
    answers[0]?.();
    await waitFor(() => expect(answers).toHaveLength(2));
    expect(screen.getByText("0/4")).toBeInTheDocument();
    await act(async () => answers[1]?.());

    // Changed in another of the agent's windows.
    acceptStatus(1);
    expect(await screen.findByText("0/1")).toBeInTheDocument();
  });

  it("taking the next visitor opens the conversation", async () => {
    const list = vi.fn(async (box: string) => ({
      rows: box === "queue" ? [row({ isQueued: true, position: 1 })] : [],
      next: "",
    }));
    const { user, history } = await renderDesk({ list });
    await signIn(user, screen);

    await user.click(await screen.findByRole("button", { name: "Take next of 1 waiting" }));

    expect(await screen.findByRole("heading", { level: 2, name: "Amira" })).toBeInTheDocument();
    expect(history?.at(-1)).toBe(`/desk/talk/${VISITOR}`);
  });

  it("the lists are read again when the connection is back", async () => {
    let isLost = true;
    // The first answer of a poll is a gap, however late it comes.
    const list = vi.fn(async (box: string) => {
      if (isLost) throw new ApiError("unreachable", "");
      return { rows: box === "mine" ? [row()] : [], next: "" };
    });
    const polls: (() => void)[] = [];
    const poll = vi.fn(
      () =>
        new Promise<never>((_, reject) => {
          polls.push(() => reject(new ApiError("unreachable", "")));
        }),
    );
    const { user } = await renderDesk({ list, poll });
    await signIn(user, screen);
    await waitFor(() => expect(polls).toHaveLength(1));

    isLost = false;
    poll.mockResolvedValueOnce({ cursor: 1, hasMore: false, hasGap: true, events: [] } as never);
    polls[0]?.();

    expect(await screen.findByRole("link", { name: /Amira/ })).toBeInTheDocument();
  });

  it("if the next page of the queue fails to load, the page says so, and another click loads it", async () => {
    const waiting = (userId: string, userName: string) =>
      row({ userId, userName, isQueued: true, position: 1 });
    let isLost = true;
    const list = vi.fn(async (box: string, cursor: string) => {
      if (box === "mine") return { rows: [], next: "" };
      if (cursor === "") return { rows: [waiting("v_1", "Amira")], next: "more" };
      if (isLost) throw new ApiError("unreachable", "");
      return { rows: [waiting("v_2", "Ben")], next: "" };
    });
    const { user } = await renderDesk({ list });
    await signIn(user, screen);
    await user.click(await screen.findByRole("tab", { name: /Queue/ }));

    await user.click(await screen.findByRole("button", { name: "Show more" }));
    expect(await screen.findByText("The server cannot be reached. Please try again.")).toBeInTheDocument();
    isLost = false;
    await user.click(screen.getByRole("button", { name: "Show more" }));

    expect(await screen.findByRole("button", { name: "Take Ben" })).toBeInTheDocument();
  });

  it.each([
    ["already taken", "A colleague took this visitor first."],
    ["no seat free", /as many conversations as you can have at once/],
    ["you are offline", "You are offline. Go online to take visitors."],
  ])("if the server refuses a visitor with '%s', the page says so", async (reason, words) => {
    const list = async () => ({ rows: [row({ isQueued: true, position: 1 })], next: "" });
    const take = vi.fn().mockRejectedValue(new ApiError("conflict", reason));
    const { user } = await renderDesk({ list, take });
    await signIn(user, screen);

    await user.click(await screen.findByRole("tab", { name: /Queue/ }));
    await user.click(screen.getByRole("button", { name: "Take Amira" }));

    expect(await screen.findByText(words)).toBeInTheDocument();
  });

  it("offers an offline agent to go online beside those who wait", async () => {
    const list = async () => ({ rows: [row({ isQueued: true, position: 1 })], next: "" });
    const setStatus = vi.fn(async () => ({ status: "online" as const, capacity: 2 }));
    const { user } = await renderDesk({ list, setStatus });
    await signIn(user, screen);
    await user.click(await screen.findByRole("tab", { name: /Queue/ }));
    expect(screen.getByText("You are offline. Go online to take visitors.")).toBeInTheDocument();

    await user.click(screen.getByRole("button", { name: "Go online" }));

    expect(setStatus).toHaveBeenCalledWith("online", 2);
    expect(screen.queryByRole("button", { name: "Go online" })).not.toBeInTheDocument();
  });
});

describe("a conversation", () => {
  it("an incoming message is shown and marked as read, with a sound only if the agent looks elsewhere", async () => {
    const { user, tell, calls, notify } = await openTalk();
    const read = vi.spyOn(calls, "read");

    tell(said(message(5, "Where is my order?")));

    const log = await screen.findByRole("log", { name: "Messages" });
    expect(await within(log).findByText("Where is my order?")).toBeInTheDocument();
    await waitFor(() => expect(read).toHaveBeenCalledWith(VISITOR, 5));
    expect(notify).not.toHaveBeenCalledWith("message");
    await user.click(screen.getByRole("button", { name: "Back to the lists" }));
    tell(said(message(6, "Hello?")));
    await waitFor(() => expect(notify).toHaveBeenCalledWith("message"));
    expect(await screen.findByText("1 unread message")).toBeInTheDocument();
    expect(document.title).toBe("(1) Frontdesk");
  });

  it("a read mark counts the messages of its own session only", async () => {
    const sessionId = `${VISITOR}.2`;
    const list = async (box: string) => ({ rows: box === "mine" ? [row({ sessionId })] : [], next: "" });
    const history = async () => ({ messages: [message(30, "Until next time")], before: 0, hasOlder: false });
    const { tell, calls } = await openTalk({ list, history });
    const read = vi.spyOn(calls, "read");
    await screen.findByText("Until next time");

    const fresh = { ...message(3, "Here again"), id: `${sessionId}.3`, sessionId, at: Date.now() };
    tell({ kind: "message", message: fresh, userId: VISITOR, sessionId });

    await waitFor(() => expect(read).toHaveBeenCalled());
    expect(read.mock.calls).toEqual([[VISITOR, 3]]);
  });

  it("the panel shows the visitor's answers with the form's labels, the shop's values, and the device", async () => {
    const visitor = async (userId: string) => ({
      ...(await calmVisitor(userId)),
      device: "mobile",
      answers: [{ name: "topic", value: "care" }],
      told: [{ name: "order", value: "4711" }],
      pid: "p-1",
      campaign: "spring",
    });
    const field = { name: "What is it about?", value: "topic", show: 1, fieldType: 6 };
    const formList = JSON.stringify([{ ...field, options: [{ label: "Plant care", value: "care" }] }]);
    const channel = async () => v.parse(channelSchema, { channelId: "demo", userForm: { formList } });

    await openTalk({ visitor, channel });

    const about = screen.getByRole("complementary", { name: "About the visitor" });
    expect(await within(about).findByText("Plant care")).toBeVisible();
    for (const text of ["What is it about?", "4711", "order", "Phone", "p-1", "spring"]) {
      expect(within(about).getAllByText(text).length).toBeGreaterThan(0);
    }
  });

  it("Enter sends messages in order, and Shift+Enter starts a new line", async () => {
    const { user, calls } = await openTalk();
    const sendText = vi.spyOn(calls, "sendText");

    await user.type(screen.getByRole("textbox"), "One{Shift>}{Enter}{/Shift}more{Enter}Two{Enter}");

    await waitFor(() => expect(sendText).toHaveBeenCalledTimes(2));
    expect(sendText.mock.calls.map((call) => call[2])).toEqual(["One\nmore", "Two"]);
    expect(screen.getByRole("textbox")).toHaveValue("");
  });

  it("a refused message stays and is sent again under the same id", async () => {
    const sendText = vi
      .fn()
      .mockRejectedValueOnce(new ApiError("invalid", ""))
      .mockResolvedValue({ messageId: "x.1.9", at: Date.now(), seq: 9 });
    const { user } = await openTalk({ sendText });

    await user.type(screen.getByRole("textbox"), "Hello{Enter}");
    await user.click(await screen.findByRole("button", { name: "Send again" }));

    expect(await screen.findByText("Sent")).toBeInTheDocument();
    expect(sendText.mock.calls).toEqual([
      [VISITOR, "a-1", "Hello", ""],
      [VISITOR, "a-1", "Hello", ""],
    ]);
  });

  it("a message that could not reach the server is retried automatically", async () => {
    const sendText = vi
      .fn()
      .mockRejectedValueOnce(new ApiError("unreachable", ""))
      .mockRejectedValueOnce(new ApiError("unavailable", ""))
      .mockResolvedValue({ messageId: "x.1.9", at: Date.now(), seq: 9 });
    const { user } = await openTalk({ sendText });

    await user.type(screen.getByRole("textbox"), "Hello{Enter}");

    expect(await screen.findByText("Sent")).toBeInTheDocument();
    expect(sendText).toHaveBeenCalledTimes(3);
  });

  it("a message written as the sign-in expired is sent once the same agent is back", async () => {
    const { user, sendText, expire } = await openTalkWhoseSignInEnds("On my way");

    sendText.mockResolvedValue({ messageId: "x.1.9", at: Date.now(), seq: 9 });
    expire();
    await signIn(user, screen);

    expect(await screen.findByText("On my way")).toBeInTheDocument();
    expect(await screen.findByText("Sent")).toBeInTheDocument();
  });

  it("another agent who signs in sees no unsent message of the first one", async () => {
    const { user, sendText, login, expire } = await openTalkWhoseSignInEnds("Mine alone");

    login.mockResolvedValue({ token: "t", agent: { ...MIA, id: "noah" } });
    expire();
    await signIn(user, screen);

    await screen.findByRole("log");
    expect(screen.queryByText("Mine alone")).not.toBeInTheDocument();
    expect(sendText).toHaveBeenCalledOnce();
  });

  it("the agent can withdraw an own message", async () => {
    const history = async () => ({
      messages: [message(3, "Oops", "agent"), message(4, "Hm?")],
      before: 0,
      hasOlder: false,
    });
    const { user, calls } = await openTalk({ history });
    const recall = vi.spyOn(calls, "recall");
    await screen.findByText("Oops");

    await user.click(screen.getByRole("button", { name: "Withdraw" }));

    expect(await screen.findByText("You withdrew a message")).toBeInTheDocument();
    expect(screen.queryByText("Oops")).not.toBeInTheDocument();
    expect(recall).toHaveBeenCalledWith(VISITOR, `${VISITOR}.1.3`);
  });

  it("the agent confirms before ending, then sees the rating and can dismiss the conversation", async () => {
    const { user, calls, tell } = await openTalk();
    const close = vi.spyOn(calls, "close");

    await user.click(screen.getByRole("button", { name: "End" }));
    await user.click(screen.getByRole("button", { name: "End conversation" }));
    tell({ kind: "evaluated", stars: 4, isSolved: true, userId: VISITOR, sessionId: `${VISITOR}.1` });

    expect(await screen.findByRole("img", { name: "Rated 4 stars of 5" })).toBeInTheDocument();
    expect(close).toHaveBeenCalledWith(VISITOR);
    expect(screen.queryByRole("textbox")).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByRole("link", { name: /Amira/ })).not.toBeInTheDocument();
  });

  it("the rating of an open conversation is shown, and the visitor is not invited again", async () => {
    const { user, tell } = await openTalk();
    await screen.findByRole("button", { name: "Invite to rate" });

    tell({ kind: "evaluated", stars: 2, isSolved: false, userId: VISITOR, sessionId: `${VISITOR}.1` });

    expect(await screen.findByRole("img", { name: "Rated 2 stars of 5" })).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Invite to rate" })).not.toBeInTheDocument();
    await user.click(screen.getByRole("button", { name: "End" }));
    expect(screen.getByText(/^End the conversation with/)).not.toHaveTextContent("can rate");
  });

  it("reads each list once when it starts", async () => {
    const list = vi.fn(async (_box: string) => ({ rows: [row()], next: "" }));
    const [items, tags, drafts, mentions, views] = [
      vi.fn(async () => ({ items: [], next: "", waiting: 0 })),
      ...Array.from({ length: 4 }, () => vi.fn(async () => [])),
    ] as const;
    const { user } = await renderDesk({ list, items, tags, drafts, mentions, views });
    await signIn(user, screen);
    await screen.findByRole("link", { name: /Amira/ });

    expect(list.mock.calls.map(([box]) => box).toSorted()).toEqual(["mine", "queue"]);
    for (const call of [items, tags, drafts, mentions, views]) expect(call).toHaveBeenCalledOnce();
  });

  it("an ended conversation is not marked as read", async () => {
    const { calls, tell } = await openTalk();
    await screen.findByRole("log");
    const read = vi.spyOn(calls, "read");

    tell({ kind: "closed", reason: "agentClosed", userId: VISITOR, sessionId: `${VISITOR}.1` });
    tell(said(message(9, "The conversation is closed.", "system")));

    expect(await screen.findByText("The conversation is closed.")).toBeInTheDocument();
    expect(read).not.toHaveBeenCalled();
  });

  it("the panel shows the visitor's questions to the robot and their answers before the chat", async () => {
    const { user } = await openTalk({
      visitor: async (userId) => ({
        ...(await calmVisitor(userId)),
        answers: [{ name: "order", value: "FF-1042" }],
        robot: {
          asked: 3,
          unknown: 1,
          unsure: 0,
          questions: ["Where is my order?"],
          flow: "Parcels",
          step: "person",
          variables: [{ name: "city", value: "Oslo" }],
        },
      }),
    });

    const panel = await screen.findByRole("complementary", { name: "About the visitor" });
    expect(await within(panel).findByText("3 questions asked · 1 not known")).toBeVisible();
    for (const text of ["Where is my order?", "Parcels, at person", "Oslo", "FF-1042"])
      expect(within(panel).getByText(text)).toBeVisible();
    await user.click(screen.getByRole("button", { name: "Back to the lists" }));
  });

  it("the conversation has no accessibility violation", async () => {
    await openTalk({
      history: async () => ({ messages: [message(4, "Hello")], before: 0, hasOlder: false }),
    });
    await screen.findByText("amira@example.com");

    // Colours are checked in a real browser.
    const { violations } = await axe.run(document.body, { rules: { "color-contrast": { enabled: false } } });

    expect(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join()}`)).toEqual([]);
  });
});

describe("commands", () => {
  it("Ctrl+K opens the commands and Enter runs one", async () => {
    const { user, calls } = await renderDesk();
    const setStatus = vi.spyOn(calls, "setStatus");
    await signIn(user, screen);

    await user.keyboard("{Control>}k{/Control}");
    expect(await screen.findByRole("option", { name: /^Change my status/ })).toBeInTheDocument();
    await user.type(screen.getByRole("combobox", { name: "Commands" }), "busy{Enter}");

    expect(setStatus).toHaveBeenCalledWith("busy", 2);
  });
});

/** Opens a conversation in which the agent has just sent `words` with an expired token. */
async function openTalkWhoseSignInEnds(text: string) {
  const sendText = vi.fn().mockRejectedValue(new ApiError("unauthorised", ""));
  const login = vi.fn().mockResolvedValue({ token: "t", agent: MIA });
  const desk = await openTalk({ sendText, login });
  await desk.user.click(screen.getByRole("textbox"));
  await desk.user.paste(text);
  await desk.user.keyboard("{Enter}");
  await waitFor(() => expect(sendText).toHaveBeenCalledOnce());
  return { ...desk, sendText, login };
}

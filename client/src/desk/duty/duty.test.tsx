import { screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { expect, it, vi } from "vitest";
import { asSupervisor, message, openTalk, renderDesk, row, said, signIn, VISITOR } from "../../../test/desk";
import type { Duty } from "../../wire/duty";

const none = { ago: 0, idle: 0, conversations: 0, free: 0, by: "", from: "", lapse: "", priority: 0, to: "" };
const duty = (change: Partial<Duty>): Duty => ({
  acceptBy: undefined,
  answerBy: undefined,
  why: {
    agent: { ...none, kind: "onlyFree" },
    place: { ...none, kind: "rescued", from: "jo", lapse: "notAccepted" },
    line: { ...none, kind: "usual" },
    waited: 20_000,
  },
  ...change,
});
const listOf = (one: Duty) => async (box: string) => ({
  rows: box === "mine" ? [row({ duty: one })] : [],
  next: "",
});

it("opening a conversation accepts it, and says why the agent has it and what they owe", async () => {
  const accept = vi.fn(async () => ({}));
  const { tell } = await openTalk({ accept, list: listOf(duty({ acceptBy: Date.now() + 60_000 })) });

  const line = within(await screen.findByRole("complementary", { name: "Why you have this visitor" }));
  expect(line.getByText("You were the only free agent.")).toBeVisible();
  expect(line.getByText(/^They kept their place/)).toBeVisible();
  await waitFor(() => expect(accept).toHaveBeenCalledWith(VISITOR));
  tell({
    kind: "due",
    duty: duty({ answerBy: Date.now() + 90_000 }),
    userId: VISITOR,
    sessionId: `${VISITOR}.1`,
  });
  expect(await line.findByText(/^Answer within 1:/)).toBeVisible();
  expect((await axe.run(document.body)).violations.map(({ id }) => id)).toEqual([]);
});

it("rings once when the time is nearly over", async () => {
  const { notify, user } = await renderDesk({ list: listOf(duty({ answerBy: Date.now() + 10_000 })) });
  await signIn(user, screen);

  await waitFor(() => expect(notify.mock.calls.filter(([what]) => what === "due")).toHaveLength(1));
});

it("an agent who loses a visitor by a rescue reads what happened, not that the visitor ended it", async () => {
  const lists = {
    mine: [row({ duty: duty({ acceptBy: Date.now() - 500 }) })],
    queue: [row({ isQueued: true })],
  };
  const { user, tell } = await renderDesk({
    list: async (box) => ({ rows: box === "mine" || box === "queue" ? lists[box] : [], next: "" }),
  });
  await signIn(user, screen);
  tell({ kind: "status", standing: { status: "online", capacity: 2 }, userId: "", sessionId: "" });
  const mine = await screen.findByRole("tabpanel", { name: /^Mine/ });
  await user.click(await within(mine).findByRole("link", { name: /Amira/ }));

  lists.mine = [];
  tell({ kind: "closed", reason: "passedOn", userId: VISITOR, sessionId: `${VISITOR}.1` });

  expect(
    await screen.findByText(
      /^You did not open the conversation in time\. The visitor waits in the queue again\.$/,
    ),
  ).toBeVisible();
  expect(screen.getByText(/passed on$/)).toBeVisible();
  expect(await within(mine).findByRole("link", { name: /Passed on/ })).toBeVisible();
  expect(screen.queryByText("The visitor ended the conversation.")).toBeNull();
});

it("who goes offline with open conversations chooses where they go", async () => {
  const setStatus = vi.fn(async (status: "online" | "busy" | "offline", capacity: number) => ({
    status,
    capacity,
  }));
  const { user } = await openTalk({ setStatus });

  await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "offline");
  expect(setStatus).not.toHaveBeenCalled();
  const dialog = within(await screen.findByRole("dialog", { name: "Going offline" }));
  expect(await dialog.findByRole("radio", { name: "To Jo" })).toBeInTheDocument();
  // Lin is full.
  expect(dialog.queryByRole("radio", { name: "To Lin" })).toBeNull();
  await user.click(dialog.getByRole("radio", { name: "To Jo" }));
  await user.click(dialog.getByRole("button", { name: "Go offline" }));

  await waitFor(() =>
    expect(setStatus).toHaveBeenCalledWith("offline", expect.anything(), { open: "agent", adminId: "jo" }),
  );
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("a supervisor hears of a rescue and its reason", async () => {
  const { user, tell } = await renderDesk(asSupervisor);
  await signIn(user, screen);

  tell({
    kind: "rescued",
    rescue: { agentId: "jo", groupId: "sales", lapse: "pageGone", to: "queue", toAgentId: "", position: 1 },
    userId: VISITOR,
    sessionId: "",
  });

  expect(await screen.findByText(/An agent's page is gone\. The visitor is back in the queue/)).toBeVisible();
});

it("a supervisor reads a colleague's conversation live, whispers and ends it", async () => {
  const whisper = vi.fn(async () => ({ messageId: "n", at: Date.now(), seq: 9 }));
  const forceClose = vi.fn(async () => ({}));
  const { user, tell, history } = await renderDesk(
    {
      ...asSupervisor,
      whisper,
      forceClose,
      watch: async () => ({ place: "agent", agentId: "jo", agent: "Jo", isOverseen: true }),
      wallConversations: async (of) => ({
        rows: "adminId" in of && of.adminId === "jo" ? [row({ duty: duty({}) })] : [],
        next: "",
      }),
      history: async () => ({ messages: [], before: 0, hasOlder: false }),
    },
    `/desk/talk/${VISITOR}`,
  );
  await signIn(user, screen);

  expect(await screen.findByText(/^You read this conversation live/)).toBeVisible();
  const why = within(await screen.findByRole("complementary", { name: "Why Jo has this visitor" }));
  expect(why.getByText("Jo was the only free agent.")).toBeVisible();
  expect(why.getByText(/^They kept their place/)).toBeVisible();
  tell(said(message(3, "Where is my parcel?")));
  expect(await within(screen.getByRole("log")).findByText("Where is my parcel?")).toBeVisible();
  await user.type(screen.getByRole("textbox", { name: /^Whisper/ }), "Offer free shipping{Enter}");
  expect(whisper).toHaveBeenCalledWith(VISITOR, expect.any(String), "Offer free shipping");
  expect((await axe.run(document.body)).violations.map(({ id }) => id)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "End" }));
  await user.click(screen.getByRole("button", { name: "End conversation" }));

  await waitFor(() => expect(forceClose).toHaveBeenCalledWith(VISITOR));
  expect(history?.at(-1)).toBe("/desk/wall");
});

it("a supervisor reads why a rescued visitor has their place in the queue", async () => {
  const { user, tell } = await renderDesk(
    {
      ...asSupervisor,
      watch: async () => ({ place: "waiting", agentId: "", agent: "", isOverseen: true }),
    },
    `/desk/talk/${VISITOR}`,
  );
  await signIn(user, screen);
  await screen.findByText(/^This visitor waits in the queue\./);

  tell({
    kind: "rescued",
    rescue: {
      agentId: "jo",
      groupId: "sales",
      lapse: "notAnswered",
      to: "queue",
      toAgentId: "",
      position: 1,
    },
    userId: VISITOR,
    sessionId: "",
  });

  const why = within(await screen.findByRole("complementary", { name: "Why this place in the queue" }));
  expect(why.getByText("They kept their place: a colleague did not answer in time.")).toBeVisible();
});

it("a supervisor hands a waiting visitor to a group, or sends them away", async () => {
  const handOver = vi.fn(async () => undefined);
  const forceClose = vi.fn(async () => ({}));
  const { user, history } = await renderDesk(
    {
      ...asSupervisor,
      handOver,
      forceClose,
      watch: async () => ({ place: "waiting", agentId: "", agent: "", isOverseen: true }),
    },
    `/desk/talk/${VISITOR}`,
  );
  await signIn(user, screen);

  expect(await screen.findByText(/^This visitor waits in the queue\./)).toBeVisible();
  expect(screen.getByRole("button", { name: "Take" })).toBeVisible();
  expect(screen.queryByRole("textbox", { name: /^Whisper/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Hand over" }));
  const form = within(await screen.findByRole("form", { name: "Hand over" }));
  await user.selectOptions(await form.findByRole("combobox"), "group:sales");
  await user.click(form.getByRole("button", { name: "Hand over" }));
  expect(handOver).toHaveBeenCalledWith(VISITOR, { kind: "group", id: "sales" }, "");

  await user.click(await screen.findByRole("button", { name: "End" }));
  expect(screen.getByText(/They leave the queue without an answer\.$/)).toBeVisible();
  expect((await axe.run(document.body)).violations.map(({ id }) => id)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "End conversation" }));
  await waitFor(() => expect(forceClose).toHaveBeenCalledWith(VISITOR));
  expect(history?.at(-1)).toBe("/desk/wall");
});

it("an agent who is set offline from elsewhere reads that, and goes online again", async () => {
  const { user, tell } = await renderDesk();
  await signIn(user, screen);
  const status = (one: "online" | "offline") =>
    tell({ kind: "status", standing: { status: one, capacity: 2 }, userId: "", sessionId: "" });
  const notice = /^You were set offline by a supervisor/;

  await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "online");
  await user.selectOptions(screen.getByRole("combobox", { name: "Status" }), "offline");
  status("offline");
  expect(screen.queryByText(notice)).toBeNull();

  status("online");
  status("offline");
  expect(await screen.findByText(notice)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Go online" }));
  expect(screen.queryByText(notice)).toBeNull();
  expect(screen.getByRole("combobox", { name: "Status" })).toHaveValue("online");
});

it("a conversation that is over is only read", async () => {
  const { user } = await renderDesk(
    { ...asSupervisor, watch: async () => ({ place: "over", agentId: "", agent: "", isOverseen: false }) },
    `/desk/talk/${VISITOR}`,
  );
  await signIn(user, screen);

  expect(await screen.findByText("This conversation is over. You can read it.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Take over" })).toBeNull();
});

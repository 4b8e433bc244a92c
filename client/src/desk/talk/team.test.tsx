import { screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { expect, it, vi } from "vitest";
import { message, openTalk, renderDesk, row, signIn, VISITOR } from "../../../test/desk";
import type { Draft, Mention, Tag } from "../../wire/team";

const SESSION = `${VISITOR}.1`;
const tags: Tag[] = [
  { id: "delivery", name: "Delivery", colour: "blue" },
  { id: "refund", name: "Refund", colour: "orange" },
];
const mention: Mention = {
  userId: VISITOR,
  sessionId: SESSION,
  userName: "Amira",
  noteId: `${SESSION}.6`,
  by: "Lin",
  excerpt: "@Mia can you look?",
  at: Date.now(),
  isRead: false,
};
const draft = (change: Partial<Draft> = {}): Draft => ({
  userId: VISITOR,
  text: "from the other page",
  isNote: false,
  at: Date.now() + 60_000,
  ...change,
});
const field = () => screen.getByRole("textbox", { name: "Write a message" });

it("a tag is found by a part of its name, and a colleague's change shows at once", async () => {
  const changeTags = vi.fn(async (_userId: string, add: readonly string[]) => ({
    sessionId: SESSION,
    tags: [...add],
    seq: 7,
  }));
  const { user, tell } = await openTalk({ tags: async () => tags, changeTags });
  const list = () => screen.getByRole("list", { name: "Tags" });

  await user.click(screen.getByRole("button", { name: "Add tag" }));
  await user.type(await screen.findByRole("combobox", { name: "Add tag" }), "fund{Enter}");

  expect(changeTags).toHaveBeenCalledWith(VISITOR, ["refund"], []);
  expect(await within(list()).findByText("Refund")).toBeVisible();
  tell({ kind: "tagged", tags: ["refund", "gone"], line: 9, userId: VISITOR, sessionId: SESSION });
  // A tag that left the list is shown by its id.
  expect(await within(list()).findByText("gone")).toBeVisible();
  tell({ kind: "tagged", tags: [], line: 8, userId: VISITOR, sessionId: SESSION });
  await waitFor(() => expect(screen.getByRole("link", { name: /Amira/ })).toHaveTextContent("Refund"));
  expect((await axe.run(document.body)).violations.map(({ id }) => id)).toEqual([]);

  await user.click(screen.getByRole("button", { name: "Remove the tag Refund" }));
  expect(changeTags).toHaveBeenLastCalledWith(VISITOR, [], ["refund"]);
});

it("only a supervisor is offered a tag that does not exist", async () => {
  const { user } = await openTalk({ tags: async () => tags });

  await user.click(screen.getByRole("button", { name: "Add tag" }));
  await user.type(await screen.findByRole("combobox", { name: "Add tag" }), "Warranty");

  expect(await screen.findByText("No tag has this name.")).toBeVisible();
  expect(screen.queryByRole("option", { name: /Warranty/ })).toBeNull();
});

it("what the agent types is saved, and gone once it is sent", async () => {
  const saveDraft = vi.fn(async (one: Pick<Draft, "userId" | "text" | "isNote">, _page: string) => ({
    ...one,
    at: Date.now(),
  }));
  const { user } = await openTalk({ saveDraft });

  await user.type(field(), "Dear Amira");
  await waitFor(() =>
    expect(saveDraft).toHaveBeenLastCalledWith(
      { userId: VISITOR, text: "Dear Amira", isNote: false },
      expect.any(String),
    ),
  );
  await user.keyboard("{Enter}");

  await waitFor(() =>
    expect(saveDraft).toHaveBeenLastCalledWith(
      { userId: VISITOR, text: "", isNote: false },
      expect.any(String),
    ),
  );
});

it("a draft is there when the page opens, and its row is marked", async () => {
  const list = async (box: string) => ({ rows: box === "mine" ? [row()] : [], next: "" });
  const { user } = await renderDesk({ list, drafts: async () => [draft()] });
  await signIn(user, screen);

  const link = await screen.findByRole("link", { name: /Draft/ });
  await user.click(link);

  expect(field()).toHaveValue("from the other page");
  expect(link).not.toHaveTextContent("Draft");
});

it("a draft of another page is taken over, but not while the agent types here", async () => {
  const { user, tell } = await openTalk();
  const event = (text: string, at: number) =>
    tell({ kind: "draft", draft: draft({ text, at }), page: "other", userId: VISITOR, sessionId: "" });

  event("from the other page", Date.now() + 60_000);
  await waitFor(() => expect(field()).toHaveValue("from the other page"));
  await user.clear(field());
  await user.type(field(), "here");
  event("again from there", Date.now() + 120_000);
  tell({ kind: "mentioned", mention, userId: VISITOR, sessionId: SESSION });

  expect(await screen.findByText("Lin mentions you in a note.")).toBeVisible();
  expect(field()).toHaveValue("here");
});

it("a note mentions the colleague who is chosen with the keyboard", async () => {
  const note = vi.fn(async () => ({ messageId: `${SESSION}.92`, at: Date.now(), seq: 92 }));
  const mentionable = async () => [
    { id: "jo", name: "Jo" },
    { id: "lin", name: "Lin Yu" },
  ];
  const { user } = await openTalk({ note, mentionable });
  await user.click(screen.getByRole("button", { name: "Note for agents" }));
  const writing = screen.getByRole("textbox", { name: "Note for agents" });

  await user.type(writing, "Ask @l");
  await screen.findByRole("option", { name: "Lin Yu" });
  await user.keyboard("{ArrowDown}{Enter}");
  expect(writing).toHaveValue("Ask @Lin Yu ");
  await user.type(writing, "please{Enter}");

  await waitFor(() =>
    expect(note).toHaveBeenCalledWith(VISITOR, expect.any(String), "Ask @Lin Yu please", ["lin"]),
  );
  expect((await screen.findByText("@Lin Yu")).tagName).toBe("STRONG");
});

it("in a message to the visitor, an @ offers nobody", async () => {
  const mentionable = vi.fn(async () => [{ id: "jo", name: "Jo" }]);
  const { user } = await openTalk({ mentionable });

  await user.type(field(), "Mail to @j");

  expect(screen.queryByRole("option", { name: "Jo" })).toBeNull();
  expect(mentionable).not.toHaveBeenCalled();
});

it("a mention is counted until the conversation is opened, where the agent can step in", async () => {
  const readMentions = vi.fn(async () => ({ unread: 0 }));
  const handOver = vi.fn(async () => undefined);
  const history = async () => ({
    messages: [
      { ...message(6, "@Mia can you look?", "agent"), isNote: true, mentions: [{ id: "mia", name: "Mia" }] },
    ],
    before: 0,
    hasOlder: false,
  });
  const { user, tell, notify } = await renderDesk({ readMentions, handOver, history });
  await signIn(user, screen);

  tell({ kind: "mentioned", mention, userId: VISITOR, sessionId: SESSION });
  await user.click(await screen.findByRole("button", { name: "Mentions, 1 unread" }));
  expect(notify).toHaveBeenCalledWith("mentioned");
  await user.click(await screen.findByRole("button", { name: /Lin about Amira/ }));

  expect(await screen.findByText("@Mia")).toBeVisible();
  await waitFor(() => expect(readMentions).toHaveBeenCalledWith(VISITOR));
  expect(screen.getByRole("button", { name: "Mentions" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Step in" }));
  expect(handOver).toHaveBeenCalledWith(VISITOR, { kind: "colleague", id: "mia" }, "");
});

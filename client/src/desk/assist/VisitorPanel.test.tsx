import { act, screen, within } from "@testing-library/react";
import axe from "axe-core";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { calmVisitor, message, NO_PAST, openTalk, VISITOR } from "../../../test/desk";
import { ApiError } from "../../api/http";
import type { Visitor } from "../../wire/agent";
import { NO_VISIT, type PastConversation } from "../../wire/visitor";

const panel = () => within(screen.getByRole("complementary", { name: "About the visitor" }));

const knows = (change: Partial<Visitor>) => async (userId: string) => ({
  ...(await calmVisitor(userId)),
  ...change,
});

const EARLIER: PastConversation = {
  userId: VISITOR,
  sessionId: `${VISITOR}.0`,
  since: Date.UTC(2026, 5, 1),
  until: Date.UTC(2026, 5, 2),
  messages: 2,
  firstWords: "Where is my order?",
  agents: ["Lin"],
  rating: { stars: 4, isSolved: true },
};

beforeEach(() => localStorage.clear());

describe("the visitor panel", () => {
  it("shows the browser, the local time, the pages and what the shop verified", async () => {
    const pages = [
      { url: "https://shop.example.com/fern", title: "Fern", at: 1_790_000_000_000 },
      { url: "javascript:alert(1)", title: "", at: 1_790_000_060_000 },
    ];
    const visit = { ...NO_VISIT, browser: "Firefox 144", system: "Windows", timeZone: "Asia/Tokyo", pages };
    await openTalk({ visitor: knows({ visit, verifiedId: "4711" }) });

    expect(await panel().findByText("Firefox 144 · Windows")).toBeInTheDocument();
    expect(panel().getByText(/Asia\/Tokyo/)).toBeInTheDocument();
    expect(panel().getByText("4711").parentElement).toHaveTextContent("Verified by the shop: 4711");
    expect(panel().getByRole("link", { name: "Fern" })).toHaveAttribute("href", pages[0]?.url);
    expect(panel().getByText("javascript:alert(1)")).not.toHaveAttribute("href");
    expect((await axe.run(document.body)).violations).toEqual([]);
  });

  it("remembers which sections are folded", async () => {
    const { user } = await openTalk();
    const details = () => panel().getByRole("button", { name: "Details" });
    expect(await panel().findByText("amira@example.com")).toBeInTheDocument();

    await user.click(details());

    expect(details()).toHaveAttribute("aria-expanded", "false");
    expect(panel().queryByText("amira@example.com")).not.toBeInTheDocument();
    expect(localStorage.getItem("frontdesk.desk.folded")).toContain("facts");
  });

  it("an earlier conversation opens to be read, with its own messages alone", async () => {
    const old = { ...message(1, "an old word"), sessionId: EARLIER.sessionId };
    const history = vi.fn(async (_: string, before: number) =>
      before === 0
        ? { messages: [], before: 0, hasOlder: false }
        : { messages: [old, message(2, "of another session")], before: 0, hasOlder: false },
    );
    const past = async () => ({ ...NO_PAST, conversations: [EARLIER] });
    const { user } = await openTalk({ past, history });

    await user.click(await panel().findByRole("button", { name: /Where is my order/ }));

    const dialog = within(await screen.findByRole("dialog"));
    expect(await dialog.findByText("an old word")).toBeInTheDocument();
    expect(dialog.queryByText("of another session")).not.toBeInTheDocument();
    expect(dialog.queryByRole("button", { name: "Reply" })).not.toBeInTheDocument();
    expect(history).toHaveBeenLastCalledWith(VISITOR, EARLIER.until + 1);
  });

  it("sends only what the agent corrected, and reads the visitor again when the server tells of it", async () => {
    const editVisitor = vi.fn().mockResolvedValue({});
    const visitor = vi.fn(calmVisitor);
    const { user, tell } = await openTalk({ editVisitor, visitor });
    await user.click(await panel().findByRole("button", { name: "Edit name and contact" }));
    const name = panel().getByLabelText("Name");
    await user.clear(name);
    await user.type(name, "Amira Haddad");
    await user.click(panel().getByRole("button", { name: "Save" }));

    expect(editVisitor).toHaveBeenCalledWith(VISITOR, { userName: "Amira Haddad" });
    visitor.mockImplementation(knows({ name: "Amira Haddad" }));
    const before = visitor.mock.calls.length;
    act(() => tell({ kind: "corrected", name: "Amira Haddad", userId: VISITOR, sessionId: "" }));

    expect(await screen.findByRole("link", { name: /Amira Haddad/ })).toBeInTheDocument();
    expect(visitor.mock.calls.length).toBe(before + 1);
  });

  it("says what is wrong with an address, and keeps what was typed", async () => {
    const editVisitor = vi.fn().mockRejectedValue(new ApiError("invalid", "email"));
    const { user } = await openTalk({ editVisitor });
    await user.click(await panel().findByRole("button", { name: "Edit name and contact" }));
    await user.type(panel().getByLabelText("E-mail"), "x");
    await user.click(panel().getByRole("button", { name: "Save" }));

    expect(await panel().findByText(/Please enter an e-mail address/)).toBeInTheDocument();
    expect(panel().getByLabelText("E-mail")).toHaveValue("amira@example.comx");
  });

  it("a block needs a reason, and is shown afterwards", async () => {
    const made = {
      userId: VISITOR,
      name: "Amira",
      verifiedId: "",
      reason: "Insults",
      by: "Mia",
      at: 0,
      until: undefined,
    };
    const block = vi.fn().mockResolvedValue(made);
    const visitor = vi.fn(calmVisitor);
    const { user } = await openTalk({ block, visitor });
    await user.click(await panel().findByRole("button", { name: "Block visitor" }));
    const dialog = within(screen.getByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Block" }));
    expect(dialog.getByText("Please give a reason.")).toBeInTheDocument();
    expect(block).not.toHaveBeenCalled();

    visitor.mockImplementation(knows({ block: made }));
    await user.selectOptions(dialog.getByLabelText("For how long"), "For ever");
    await user.type(dialog.getByLabelText(/Reason/), "Insults");
    await user.click(dialog.getByRole("button", { name: "Block" }));

    expect(block).toHaveBeenCalledWith(VISITOR, "ever", "Insults");
    expect(await panel().findByText(/Blocked for ever by Mia/)).toBeInTheDocument();
  });
});

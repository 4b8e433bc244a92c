import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { describe, expect, it, vi } from "vitest";
import en from "../../../../locales/en/desk.json";
import { message, openTalk, renderDesk, row, said, signIn, VISITOR } from "../../../test/desk";
import { ACTIONS, type ActionId, FIELD_KEYS } from "./actions";
import { offerOfAtom } from "./offers.atoms";

const ctrlK = "{Control>}k{/Control}";
const palette = () => screen.findByRole("dialog", { name: "Commands" });
const options = () =>
  within(screen.getByRole("dialog", { name: "Commands" }))
    .getAllByRole("option")
    .map((one) => one.textContent ?? "");
const news = () =>
  screen.getAllByRole("status").flatMap((one) => [...one.querySelectorAll("p")].map((p) => p.textContent));
const waiting = (userId: string, userName: string, position: number) =>
  row({ userId, userName, isQueued: true, position, since: Date.now() - 1000 });

/** Every action by which a button of the open conversation, or of the lists, is done. */
const BUTTONS: Readonly<Record<string, ActionId>> = {
  "One fewer at once": "capacityLess",
  "One more at once": "capacityMore",
  Mentions: "mentions",
  More: "account",
  "Back to the lists": "back",
  "Voice call": "voiceCall",
  "Video call": "videoCall",
  "Hand over": "handOver",
  "Invite to rate": "invite",
  End: "end",
  "About the visitor": "panel",
  "Remove the tag Refund": "removeTag",
  "Add tag": "addTag",
  Withdraw: "recall",
  Reply: "answer",
  Emoji: "emoji",
  "Send pictures or files": "files",
  "Quick replies and answers": "ready",
  "Send something else": "card",
  "Note for agents": "note",
  "Edit name and contact": "editVisitor",
  Details: "section",
  "Earlier conversations": "section",
  "Block visitor": "block",
  Close: "back",
};

describe("the palette", () => {
  it("shows exactly what the desk offers, each with its name and its first key", async () => {
    const { user, store } = await openTalk();
    const offered = ACTIONS.filter(({ id }) => id !== "palette" && store.get(offerOfAtom)(id));

    await user.keyboard(ctrlK);
    await palette();

    expect(offered.length).toBeGreaterThan(40);
    const shown = options();
    expect(shown).toHaveLength(offered.length);
    for (const [at, { name }] of offered.entries()) expect(shown[at]).toContain(en[name]);
    expect(screen.getByRole("option", { name: /End conversation/ })).toHaveTextContent(/E$/);
    expect(
      (await axe.run(document.body, { rules: { "color-contrast": { enabled: false } } })).violations,
    ).toEqual([]);
  });

  it("every button of an open conversation is an action that is offered", async () => {
    const { store } = await openTalk({
      tags: async () => [{ id: "refund", name: "Refund", colour: "orange" }],
      list: async (box) => ({ rows: box === "mine" ? [row({ tags: ["refund"] })] : [], next: "" }),
      history: async () => ({
        messages: [message(3, "Where is it?"), message(4, "Here", "agent")],
        before: 0,
        hasOlder: false,
      }),
    });
    await screen.findByText("amira@example.com");

    const names = screen
      .getAllByRole("button")
      .map((one) => one.getAttribute("aria-label") ?? one.textContent ?? "");

    // Sending is a key of the field until something is written.
    const done = names.filter((name) => name !== "Send");
    expect(done.filter((name) => !BUTTONS[name])).toEqual([]);
    expect(done.filter((name) => BUTTONS[name] && !store.get(offerOfAtom)(BUTTONS[name]))).toEqual([]);
  });

  it("a choice is one step further, and is found from the first step too", async () => {
    const { user, calls } = await openTalk();
    const setStatus = vi.spyOn(calls, "setStatus");

    await user.keyboard(ctrlK);
    await user.type(await screen.findByRole("combobox", { name: "Commands" }), "change my status{Enter}");
    expect(await screen.findByRole("combobox", { name: "Change my status" })).toHaveValue("");
    expect(options()).toEqual(["Go online", "Show as busy", "Go offline"]);
    await user.keyboard("{Backspace}");
    await user.type(await screen.findByRole("combobox", { name: "Commands" }), "busy{Enter}");

    expect(setStatus).toHaveBeenCalledWith("busy", 2);
    await waitFor(() => expect(screen.queryByRole("combobox", { name: "Commands" })).toBeNull());
  });

  it("who takes over is chosen, and then told in a note", async () => {
    const handOver = vi.fn(async () => undefined);
    const { user } = await openTalk({ handOver });

    await user.keyboard(ctrlK);
    await user.type(await screen.findByRole("combobox", { name: "Commands" }), "transfer{Enter}");
    expect(await screen.findByRole("option", { name: /Lin \(at capacity\)/ })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    await user.type(screen.getByRole("combobox", { name: "Hand over" }), "jo{Enter}");
    const form = await screen.findByRole("form", { name: "Hand over" });
    const note = await within(form).findByRole("textbox");
    await waitFor(() => expect(note).toHaveFocus());
    await user.keyboard("In a hurry{Enter}");

    expect(handOver).toHaveBeenCalledWith(VISITOR, { kind: "colleague", id: "jo" }, "In a hurry");
  });

  it("what could not be loaded is said, and tried again", async () => {
    const receivers = vi.fn().mockRejectedValue(new Error("away"));
    const { user } = await openTalk({ receivers });

    await user.keyboard(ctrlK);
    await user.type(await screen.findByRole("combobox", { name: "Commands" }), "hand over{Enter}");
    await user.click(await screen.findByRole("button", { name: "Try again" }));

    expect(receivers).toHaveBeenCalledTimes(2);
    expect(await screen.findByText("This could not be loaded.")).toBeVisible();
  });

  it("what was used last stands first the next time, also after a reload", async () => {
    const { user } = await openTalk();
    await user.keyboard(ctrlK);
    await user.type(await screen.findByRole("combobox", { name: "Commands" }), "sound{Enter}");

    await user.keyboard(ctrlK);
    await palette();

    expect(screen.getByRole("group", { name: "Recently used" })).toHaveTextContent("Sound");
    expect(options()[0]).toMatch(/^Sound\s*off/);
    expect(localStorage.getItem("frontdesk.desk.recent")).toContain("sound");
  });

  it("nothing that fits is said", async () => {
    const { user } = await renderDesk();
    await signIn(user, screen);

    await user.keyboard(ctrlK);
    await user.type(await screen.findByRole("combobox", { name: "Commands" }), "qqqq");

    expect(await screen.findByText("No matching command.")).toBeVisible();
  });
});

const frame = () => new Promise(requestAnimationFrame);

async function twoFrames(): Promise<void> {
  await frame();
  await frame();
}

describe("the keys", () => {
  it("letters act outside a field and write inside one", async () => {
    const { user } = await openTalk();
    const field = screen.getByRole("textbox", { name: "Write a message" });

    await user.type(field, "end me");
    expect(field).toHaveValue("end me");
    expect(screen.queryByRole("region", { name: "End" })).toBeNull();
    act(() => field.blur());
    await user.keyboard("e");
    expect(await screen.findByRole("region", { name: "End" })).toBeVisible();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("region", { name: "End" })).toBeNull());
  });

  it("Escape leaves the field for the row, and Enter on it goes on writing", async () => {
    const { user } = await openTalk();
    const field = screen.getByRole("textbox", { name: "Write a message" });
    act(() => field.focus());

    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.getByRole("link", { name: /Amira/ })).toHaveFocus());
    await user.keyboard("{Enter}");

    expect(field).toHaveFocus();
  });

  it("a letter right after Escape is no text of the field", async () => {
    const { user } = await openTalk();
    const field = screen.getByRole("textbox", { name: "Write a message" });
    act(() => field.focus());

    // Both come before the page is drawn again.
    fireEvent.keyDown(field, { key: "Escape" });
    expect(field).not.toHaveFocus();
    await user.keyboard("e");

    expect(field).toHaveValue("");
    await screen.findByRole("region", { name: "End" });
    await act(twoFrames);
    expect(screen.getByRole("button", { name: "End conversation" })).toHaveFocus();
  });

  it("two letters lead to a list, and arrows from row to row", async () => {
    const rows = [waiting("v_a", "Ada", 1), waiting("v_b", "Ben", 2)];
    const list = async (box: string) => ({ rows: box === "queue" ? rows : [], next: "" });
    const { user } = await renderDesk({ list });
    await signIn(user, screen);

    await user.keyboard("gq");
    await waitFor(() => expect(screen.getByRole("link", { name: /Ada/ })).toHaveFocus());
    await user.keyboard("{ArrowDown}");
    expect(screen.getByRole("link", { name: /Ben/ })).toHaveFocus();
    await user.keyboard("k");

    expect(screen.getByRole("link", { name: /Ada/ })).toHaveFocus();
  });

  it("behind a dialog no key acts", async () => {
    const { user } = await openTalk();
    const field = screen.getByRole("textbox", { name: "Write a message" });
    act(() => field.blur());

    await user.keyboard("?");
    await screen.findByRole("dialog", { name: "Keyboard shortcuts" });
    await user.keyboard("e");

    expect(screen.queryByRole("region", { name: "End" })).toBeNull();
  });
});

describe("the sheet", () => {
  it("shows the keys of the table, and nothing else", async () => {
    const { user } = await renderDesk();
    await signIn(user, screen);

    await user.keyboard("{Control>}/{/Control}");
    const sheet = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });

    const shown = within(sheet)
      .getAllByRole("term")
      .map((one) => one.textContent);
    const keyed = ACTIONS.filter(({ keys = [], listKeys = [] }) => keys.length + listKeys.length > 0);
    expect(shown).toEqual([...keyed, ...Object.values(FIELD_KEYS)].map(({ name }) => en[name]));
  });

  it("switches single letters off for this browser", async () => {
    const { user } = await renderDesk();
    await signIn(user, screen);
    await user.keyboard("?");
    const sheet = await screen.findByRole("dialog", { name: "Keyboard shortcuts" });

    await user.click(within(sheet).getByRole("checkbox"));
    await user.click(within(sheet).getByRole("button", { name: "Close" }));
    await user.keyboard("?");

    expect(screen.queryByRole("dialog")).toBeNull();
    expect(localStorage.getItem("frontdesk.desk.letters")).toContain("off");
  });
});

describe("what screen readers hear", () => {
  it("a new message of the open conversation, once, and not what was there", async () => {
    const { tell } = await openTalk({
      history: async () => ({ messages: [message(4, "Hello")], before: 0, hasOlder: false }),
    });
    await within(screen.getByRole("log")).findByText("Hello");
    expect(news()).not.toContain("Amira: Hello");

    tell(said(message(5, "Is anybody there?")));

    await waitFor(() => expect(news()).toContain("Amira: Is anybody there?"));
    tell(said(message(5, "Is anybody there?")));
    tell(said(message(6, "Well then")));
    await waitFor(() => expect(news()).toContain("Amira: Well then"));
    expect(news().filter((text) => text?.includes("anybody"))).toHaveLength(1);
    expect(screen.getByRole("log")).toHaveAttribute("aria-live", "off");
  });

  it("a visitor who begins to wait, and a changed place of the open one", async () => {
    let rows = [waiting("v_a", "Ada", 2)];
    const list = async (box: string) => ({ rows: box === "queue" ? rows : [], next: "" });
    const { user, tell } = await renderDesk({ list });
    await signIn(user, screen);
    await user.click(await screen.findByRole("tab", { name: /Queue/ }));
    await user.click(await screen.findByRole("link", { name: /Ada/ }));
    const queue = (count: number) =>
      tell({ kind: "queue", waiting: [{ groupId: "sales", count }], userId: "", sessionId: "" });

    rows = [waiting("v_a", "Ada", 1), waiting("v_b", "Ben", 2)];
    queue(2);

    await waitFor(() => expect(news()).toContain("Ben is waiting. 2 in the queue."));
    expect(news()).toContain("Ada is now at place 1.");
    queue(2);
    rows = [waiting("v_a", "Ada", 1)];
    queue(1);
    await waitFor(() => expect(screen.queryByRole("link", { name: /Ben/ })).toBeNull());
    expect(news().filter((text) => text?.startsWith("Ben"))).toHaveLength(1);
  });
});

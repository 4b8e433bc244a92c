import { act, render, screen, within } from "@testing-library/react";
import axe from "axe-core";
import { I18nextProvider } from "react-i18next";
import { describe, expect, it, vi } from "vitest";
import { message, renderDesk, row, said, signIn, VISITOR } from "../../../test/desk";
import { createI18n } from "../../i18n/setup";
import { deskReduce } from "../deskReduce";
import { emptyDesk, type Row } from "../types";
import { TalkRow } from "./TalkRow";

const { drawn } = vi.hoisted(() => {
  const ids: string[] = [];
  return { drawn: ids };
});

/** Notes which rows are drawn: each asks for its visitor's name. */
vi.mock("../names", async (original) => {
  const names = await original<typeof import("../names")>();
  const visitorName: typeof names.visitorName = (visitor, t) => {
    drawn.push(visitor.userId);
    return names.visitorName(visitor, t);
  };
  return { ...names, visitorName };
});

const many = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    row({ userId: `v_${at}`, sessionId: `v_${at}.1`, userName: `Visitor ${at}` }),
  );

describe("the lists", () => {
  it("draws one row of thirty for an event", async () => {
    const before = deskReduce(emptyDesk, { kind: "mineListed", rows: many(30) });
    const event = { ...said(message(5, "hello")), userId: "v_7", sessionId: "v_7.1" };
    const after = deskReduce(before, { kind: "event", event, now: Date.now() });
    drawn.length = 0;
    const i18n = await createI18n("en", ["desk"]);
    const list = (rows: readonly Row[]) => (
      <I18nextProvider i18n={i18n}>
        {rows.map((one) => (
          <TalkRow key={one.userId} row={one} isOpen={false} />
        ))}
      </I18nextProvider>
    );
    const { rerender } = render(list(before.mine));
    expect(drawn).toHaveLength(30);
    drawn.length = 0;

    rerender(list(after.mine));

    expect(drawn).toEqual(["v_7"]);
  });

  it("groups waiting visitors by group, with the oldest wait of each", async () => {
    const now = Date.now();
    const waiting = [
      row({
        userId: "a",
        userName: "Ann",
        groupId: "sales",
        isQueued: true,
        position: 1,
        since: now - 90_000,
      }),
      row({
        userId: "b",
        userName: "Ben",
        groupId: "help",
        isQueued: true,
        position: 1,
        since: now - 210_000,
      }),
      row({
        userId: "c",
        userName: "Cleo",
        groupId: "sales",
        isQueued: true,
        position: 2,
        since: now - 10_000,
      }),
    ];
    const list = async (box: string) => ({ rows: box === "queue" ? waiting : [], next: "" });
    const { user } = await renderDesk({ list });
    await signIn(user, screen);
    await user.click(screen.getByRole("tab", { name: /Queue/ }));

    const headings = await screen.findAllByRole("heading", { level: 2, name: /waiting/ });
    expect(headings.map((one) => one.textContent)).toEqual([
      expect.stringMatching(/^help1 waiting3:\d\d/),
      expect.stringMatching(/^Sales2 waiting1:\d\d/),
    ]);
    const sales = within(screen.getByRole("region", { name: /^Sales/ }));
    expect(sales.getAllByRole("listitem")).toHaveLength(2);
    expect((await axe.run(document.body)).violations).toEqual([]);
  });

  it("j and k move through the rows of the shown list, and mean themselves in a field", async () => {
    const list = async (box: string) => ({ rows: box === "mine" ? many(3) : [], next: "" });
    const { user } = await renderDesk({ list });
    await signIn(user, screen);
    const row0 = await screen.findByRole("link", { name: /Visitor 0/ });

    await user.keyboard("j");
    expect(row0).toHaveFocus();
    await user.keyboard("j");
    expect(screen.getByRole("link", { name: /Visitor 1/ })).toHaveFocus();
    await user.keyboard("k{Enter}");

    const field = await screen.findByRole("textbox", { name: "Write a message" });
    await user.type(field, "jk");
    expect(field).toHaveValue("jk");
  });
});

describe("a conversation with the robot", () => {
  const robots = row({ isRobots: true, groupId: "" });

  it("is watched live, and an agent steps in", async () => {
    const list = async (box: string) => ({ rows: box === "robot" ? [robots] : [], next: "" });
    const watch = vi.fn().mockResolvedValue({ place: "robot", agentId: "", agent: "", isOverseen: false });
    const stepIn = vi.fn().mockResolvedValue(row());
    const { user, tell, notify } = await renderDesk({ list, watch, stepIn });
    await signIn(user, screen);
    await user.click(screen.getByRole("tab", { name: "Robot" }));
    await user.click(await screen.findByRole("link", { name: /Amira/ }));
    expect(await screen.findByText(/You are watching the robot/)).toBeInTheDocument();
    expect(watch).toHaveBeenCalledWith(VISITOR, expect.any(String));

    act(() => tell(said(message(3, "where is it?"))));

    const log = within(screen.getByRole("log"));
    expect(await log.findByText("where is it?")).toBeInTheDocument();
    expect(notify).not.toHaveBeenCalled();
    expect(screen.queryByRole("textbox", { name: "Write a message" })).not.toBeInTheDocument();

    await user.click(screen.getByRole("button", { name: "Step in" }));

    expect(await screen.findByRole("textbox", { name: "Write a message" })).toBeInTheDocument();
    expect(stepIn).toHaveBeenCalledWith(VISITOR);
    expect(screen.getByRole("tab", { name: /Mine/ })).toHaveAttribute("aria-selected", "true");
  });

  it("that is in no list is watched too", async () => {
    const { user } = await renderDesk(
      { watch: async () => ({ place: "robot", agentId: "", agent: "", isOverseen: false }) },
      `/desk/talk/${VISITOR}`,
    );
    await signIn(user, screen);

    expect(await screen.findByText(/You are watching the robot/)).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Step in" })).toBeInTheDocument();
  });

  it("of a visitor who waits, in no list, can be taken", async () => {
    const { user } = await renderDesk(
      { watch: async () => ({ place: "waiting", agentId: "", agent: "", isOverseen: false }) },
      `/desk/talk/${VISITOR}`,
    );
    await signIn(user, screen);

    expect(await screen.findByText("This visitor is waiting in the queue.")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Take" })).toBeInTheDocument();
  });

  it("of another group's colleague is not watched", async () => {
    const { user } = await renderDesk({}, `/desk/talk/${VISITOR}`);
    await signIn(user, screen);

    expect(await screen.findByText("This conversation is not with you.")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Step in" })).not.toBeInTheDocument();
  });

  it("shows the answer that a large model wrote in place of the first one", () => {
    const first = message(4, "from the documents", "robot");
    const listed = deskReduce(emptyDesk, { kind: "robotListed", rows: [robots] });
    const told = deskReduce(listed, { kind: "event", event: said(first), now: 0 });
    const amended = {
      ...said(first),
      kind: "amended",
      message: message(4, "in its own words", "robot"),
    } as const;

    const after = deskReduce(told, { kind: "event", event: amended, now: 0 });

    const entries = after.talks[VISITOR]?.entries.map(({ content }) => content);
    expect(entries).toEqual([{ kind: "text", text: "in its own words" }]);
  });

  it("leaves the list when a colleague has it", () => {
    const before = deskReduce(emptyDesk, { kind: "robotListed", rows: [robots] });

    const event = { kind: "closed", reason: "over", userId: VISITOR, sessionId: "" } as const;
    const after = deskReduce(before, { kind: "event", event, now: 0 });

    expect(after.robot).toEqual([]);
  });

  it("that did not change keeps its row when the list is read again", () => {
    const before = deskReduce(emptyDesk, { kind: "robotListed", rows: [robots] });

    const after = deskReduce(before, { kind: "robotListed", rows: [{ ...robots }] });

    expect(after.robot[0]).toBe(before.robot[0]);
  });
});

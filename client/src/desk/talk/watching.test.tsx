import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { message, renderDesk, said, signIn, VISITOR } from "../../../test/desk";
import type { AgentApi } from "../../api/agent";
import type { DeskEvent } from "../../wire/agent";
import type { Message } from "../../wire/message";
import { deskReduce } from "../deskReduce";
import { emptyDesk } from "../types";

const LINS = { place: "agent", agentId: "lin", agent: "Lin", isOverseen: false } as const;

/** Opens a conversation that a colleague has, as a result of a search does. */
async function reading(api: Partial<AgentApi> = {}) {
  const watch = vi.fn<AgentApi["watch"]>().mockResolvedValue(LINS);
  const history = vi.fn<AgentApi["history"]>(async () => ({
    messages: [message(1, "hello")],
    before: 0,
    hasOlder: false,
  }));
  const unwatch = vi.fn<AgentApi["unwatch"]>().mockResolvedValue({});
  const desk = await renderDesk({ watch, unwatch, history, ...api }, `/desk/talk/${VISITOR}`);
  await signIn(desk.user, screen);
  await screen.findByText(/^You are reading along: Lin has this conversation/);
  await within(screen.getByRole("log")).findByText("hello");
  return { ...desk, watch, unwatch, history };
}

const lins = (place: number, text: string, change: Partial<Message> = {}): Message => ({
  ...message(place, text, "agent"),
  senderName: "Lin",
  ...change,
});

const closed: DeskEvent = { kind: "closed", reason: "over", userId: VISITOR, sessionId: "" };

describe("a colleague's conversation that the agent reads", () => {
  it("shows and announces what both say, and notes, and sounds for none of it", async () => {
    const { tell, notify } = await reading();

    act(() => tell(said(message(2, "where is it?")), said(lins(3, "on its way"))));
    act(() => tell(said(lins(4, "a patient customer", { isNote: true }))));

    const log = within(screen.getByRole("log"));
    for (const words of ["where is it?", "on its way", "a patient customer"])
      expect(await log.findByText(words)).toBeInTheDocument();
    expect(await screen.findByText("Amira: where is it?")).toBeInTheDocument();
    expect(screen.getByText("Lin: on its way")).toBeInTheDocument();
    expect(notify).not.toHaveBeenCalled();
    expect(screen.queryByRole("textbox", { name: "Write a message" })).not.toBeInTheDocument();
  });

  it("is asked for again, and read again, when it changes hands", async () => {
    const { tell, watch, history } = await reading();
    watch.mockResolvedValue({ place: "waiting", agentId: "", agent: "", isOverseen: false });
    const readsBefore = history.mock.calls.length;

    act(() => tell(closed));

    expect(await screen.findByText("This visitor is waiting in the queue.")).toBeInTheDocument();
    await waitFor(() => expect(history.mock.calls.length).toBeGreaterThan(readsBefore));
    expect(watch).toHaveBeenCalledTimes(2);
  });

  it("is asked for again, and read again, after events were lost", async () => {
    let loseEvents = () => {};
    const poll: AgentApi["poll"] = async ({ cursor }, signal) => {
      if (cursor === 1)
        await new Promise<void>((resolve) => {
          loseEvents = resolve;
        });
      if (cursor === 2)
        await new Promise<void>((resolve) =>
          signal.addEventListener("abort", () => resolve(), { once: true }),
        );
      return {
        cursor: (cursor ?? 0) + 1,
        hasMore: false,
        hasGap: cursor === undefined || cursor === 1,
        events: [],
      };
    };
    const { watch, history } = await reading({ poll });
    const readsBefore = history.mock.calls.length;

    await act(async () => loseEvents());

    await waitFor(() => expect(watch).toHaveBeenCalledTimes(2));
    await waitFor(() => expect(history.mock.calls.length).toBeGreaterThan(readsBefore));
  });

  it("is given up when the agent leaves it, before the next one is asked for", async () => {
    let isGivenUp = false;
    const unwatch = vi.fn<AgentApi["unwatch"]>(async () => {
      isGivenUp = true;
      return {};
    });
    const { user, watch } = await reading({ unwatch });
    const page = watch.mock.calls[0]?.[1];

    await user.click(screen.getByRole("button", { name: "Back to the lists" }));

    await waitFor(() => expect(isGivenUp).toBe(true));
    expect(unwatch).toHaveBeenCalledExactlyOnceWith(VISITOR, page);
  });

  it("is asked for three times a minute", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setInterval", "clearInterval"] });
    const { watch } = await reading();

    await act(() => vi.advanceTimersByTimeAsync(60_000));

    expect(watch).toHaveBeenCalledTimes(4);
  });

  it("shows what the visitor types, which the next message ends", () => {
    const typing = { kind: "typing", text: "whe", userId: VISITOR, sessionId: "" } as const;
    const typed = deskReduce(emptyDesk, { kind: "event", event: typing, now: 10 });
    const sent = deskReduce(typed, { kind: "event", event: said(message(2, "where?")), now: 20 });

    expect(typed.talks[VISITOR]?.typing).toEqual({ text: "whe", until: 2010 });
    expect(sent.talks[VISITOR]?.typing).toBeUndefined();
  });

  afterEach(() => {
    vi.useRealTimers();
  });
});

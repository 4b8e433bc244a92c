import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Answers, type Body, channel, golden, isSound, visit } from "../../../test/visitorPages";
import { idleParts } from "./loadIdleParts";

const USER = "v_3f1c9a5e7b2d4c60";
const agent = { status: 2, adminNick: "Mia" };

function chat(over: Body = {}, started: Body = {}, answers: Answers = {}): Answers {
  return {
    channelInfo: () => channel({ leaveMsgMode: 0, titleDesc: "Fern & Field", ...over }),
    chatStart: () => ({ ...golden("visitor/chatStart"), ...started }),
    getHistoryMsg: () => ({ msgList: [], maxTime: 0 }),
    getAdminCard: () => golden("visitor/getAdminCard"),
    isEvaluate: () => ({ evaluated: false, enableEvaluate: false }),
    robotTips: () => [{ tips: "How fast do you <rhi>ship</rhi>?", docId: "shipping" }],
    typing: () => ({}),
    ...answers,
  };
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function onPhone() {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Mobile");
  vi.stubGlobal("innerWidth", 390);
}

/** An open chat, with a clock that the test controls. */
async function opened(...[over, started, answers]: Parameters<typeof chat>) {
  const page = await visit("/index?channelId=demo", chat(over, started, answers));
  const field = await screen.findByRole("textbox", { name: "Your message" });
  if (started?.status === 2) await screen.findByRole("button", { name: "End chat" });
  // The list of tips loads after the first screen.
  await act(() => idleParts.fetch());
  vi.useFakeTimers();
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  return { ...page, type, passes };
}

describe("a text that the visitor types", () => {
  // [CH-16]
  it.each([
    ["a desktop", 300],
    ["a phone", 500],
  ])("on %s is reported to an agent after a pause of %i ms", async (device, pauseMs) => {
    if (device === "a phone") onPhone();
    const { type, passes, bodies } = await opened({}, agent);

    type("Where");
    await passes(pauseMs - 1);
    type("Where is");
    await passes(pauseMs - 1);
    expect(bodies("typing")).toEqual([]);
    await passes(1);
    type("");
    await passes(1000);

    expect(bodies("typing")).toEqual([{ userId: USER, msgContent: "" }]);
    expect(bodies("robotTips")).toEqual([]);
  });

  // [CH-16]
  it.each([0, 1])("reaches an agent only if the channel enables the preview: %i", async (typingPreview) => {
    const { type, passes, bodies, container } = await opened({ typingPreview }, agent);

    type("Where is");
    await passes(300);

    expect(bodies("typing")).toEqual([{ userId: USER, msgContent: typingPreview === 1 ? "Where is" : "" }]);
    const told = screen.queryByText("The agent can read what you type before you send it");
    expect(told !== null).toBe(typingPreview === 1);
    vi.useRealTimers();
    await isSound(container);
  });

  it("is not previewed while the visitor talks to the robot, and the page shows no notice", async () => {
    const { type, passes, bodies } = await opened({ typingPreview: 1 });

    type("Where is");
    await passes(500);

    expect(bodies("typing")).toEqual([]);
    expect(screen.queryByText(/before you send it/)).toBeNull();
  });

  // [CH-16]
  it("requests tips from the robot after half a second, on a desktop and on a phone", async () => {
    const { type, passes, bodies } = await opened();

    type("  ");
    await passes(1000);
    expect(bodies("robotTips")).toEqual([]);
    type("ship");
    await passes(499);
    expect(bodies("robotTips")).toEqual([]);
    await passes(1);

    expect(bodies("robotTips")).toEqual([{ userId: USER, robotNo: "fern", question: "ship" }]);
    expect(screen.getByRole("option")).toHaveTextContent("How fast do you ship?");
    type("");
    await passes(0);
    expect(screen.queryByRole("option")).toBeNull();
    type("ship");
    await passes(500);
    expect(screen.getByRole("option")).toBeInTheDocument();
    await passes(4999);
    expect(screen.getByRole("option")).toBeInTheDocument();
    await passes(1);
    expect(screen.queryByRole("option")).toBeNull();
  });
});

describe("an agent's typing", () => {
  // [CH-17] [CH-02]
  it("is shown for two seconds, and in the title for 1.2 seconds", async () => {
    let tell = (_: unknown) => {};
    const polls: Promise<unknown>[] = [
      new Promise((resolve) => {
        tell = resolve;
      }),
    ];
    const { passes } = await opened({}, agent, {
      getEventMsg: () => polls.shift() ?? new Promise(() => undefined),
    });
    await passes(0);
    expect(polls).toEqual([]);
    expect(document.title).toBe("Fern & Field");

    tell({
      status: 2,
      waitIndex: 0,
      cursor: 0,
      epoch: "e",
      msgList: [{ event: 1204, sessionId: `${USER}.1`, msgTime: 1 }],
    });
    await passes(0);

    expect(document.title).toBe("Customer service is working Input ...");
    expect(screen.getByText("typing…")).toBeInTheDocument();
    await passes(1199);
    expect(document.title).toBe("Customer service is working Input ...");
    await passes(1);
    expect(document.title).toBe("Fern & Field");
    await passes(799);
    expect(screen.getByText("typing…")).toBeInTheDocument();
    await passes(1);
    expect(screen.queryByText("typing…")).toBeNull();
  });
});

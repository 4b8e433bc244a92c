import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { message, SESSION, started, texts } from "../../test/conversations";
import { unreachable, visiting } from "../../test/visiting";
import { systemClock } from "../lib/clock";
import type { Message } from "../wire/message";
import { createOutboxStore } from "./outboxStore";

const TEN_MINUTES_MS = 600_000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  localStorage.clear();
});

afterEach(() => {
  vi.useRealTimers();
});

/** A server with a log, behind a network that can be cut. A cut loses pending calls with their responses. */
function online(agentIsThere = true) {
  const log: Message[] = [message(1, { sender: "robot" })];
  const known = new Map<string, { messageId: string; at: number; seq: number }>();
  const cuts = new Set<() => void>();
  let isCut = false;
  let asleep = false;
  let calls = 0;
  let polls = 0;
  let most = 0;
  let wakePolls: (() => void)[] = [];
  const over = (signal?: AbortSignal) =>
    new Promise<never>((_, reject) => {
      cuts.add(() => reject(unreachable));
      signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
    });
  const call = async <T>(act: () => T, signal?: AbortSignal): Promise<T> => {
    calls += 1;
    if (isCut) throw unreachable;
    // A sleeping device gets no response to its calls.
    if (asleep) return over(signal);
    return Promise.race([Promise.resolve().then(act), over(signal)]);
  };
  const { chat, api, visit, now } = visiting();
  visit.clock = systemClock;
  visit.outbox = createOutboxStore(visit.keeper);
  visit.random = () => 0.5;
  api.chatStart.mockImplementation(() => call(() => started({ phase: agentIsThere ? "manual" : "robot" })));
  api.history.mockImplementation(() =>
    call(() => ({ messages: [...log] as never[], before: 0, hasOlder: false })),
  );
  api.sendText.mockImplementation((async (
    _user: string,
    id: string,
    text: string,
    options?: { signal?: AbortSignal },
  ) =>
    call(() => {
      const before = known.get(id);
      if (before) return before;
      const seq = log.length + 1;
      log.push(message(seq, { sender: "visitor", clientId: id, content: { kind: "text", text } }));
      const sent = { messageId: `${SESSION}.${seq}`, at: 1_000_000 + seq, seq };
      known.set(id, sent);
      return sent;
    }, options?.signal)) as never);
  api.poll.mockImplementation((async (
    _u: string,
    _p: string,
    ask: { cursor: number; wait: number },
    signal: AbortSignal,
  ) => {
    calls += 1;
    polls += 1;
    most = Math.max(most, polls);
    try {
      if (isCut) throw unreachable;
      const fresh = () => log.filter(({ seq }) => (seq ?? 0) > ask.cursor);
      if (fresh().length === 0 || asleep) {
        const held = new Promise<void>((resolve) => {
          wakePolls.push(resolve);
          if (!asleep) setTimeout(resolve, ask.wait);
        });
        await Promise.race([held, over(signal)]);
      }
      const events = fresh().map((each) => ({ kind: "message", seq: each.seq, message: each }));
      const rest = { phase: "manual", position: 0, hasMore: false, hasGap: false, epoch: "e" };
      return { ...rest, events, cursor: log.length };
    } finally {
      polls -= 1;
    }
  }) as never);
  return {
    chat,
    now,
    calls: () => calls,
    mostPolls: () => most,
    sleep: () => {
      asleep = true;
    },
    wakeUp: () => {
      asleep = false;
    },
    cut: (is: boolean) => {
      isCut = is;
      if (is) for (const each of cuts) each();
      cuts.clear();
    },
    agentWrites: (text: string) => {
      log.push(message(log.length + 1, { sender: "agent", content: { kind: "text", text } }));
      if (isCut || asleep) return;
      for (const each of wakePolls.splice(0)) each();
      wakePolls = [];
    },
  };
}

it("after ten minutes offline no message is missing or doubled", async () => {
  const world = online();
  await world.chat.start();
  world.agentWrites("before");
  await vi.advanceTimersByTimeAsync(1000);

  world.cut(true);
  world.chat.sendText("one");
  await vi.advanceTimersByTimeAsync(5000);
  expect(world.now().connection).toBe("offline");
  const before = world.calls();
  for (let minute = 0; minute < 10; minute += 1) {
    world.agentWrites(`meanwhile ${minute}`);
    if (minute % 4 === 0) world.chat.sendText(`waiting ${minute}`);
    await vi.advanceTimersByTimeAsync(TEN_MINUTES_MS / 10);
  }
  // An offline page retries ever more slowly, up to three times a minute for the poll and for the outbox.
  expect(world.calls() - before).toBeLessThan(100);
  expect(world.now().entries.filter(({ delivery }) => delivery === "failed")).toEqual([]);

  world.cut(false);
  world.chat.wake();
  await vi.advanceTimersByTimeAsync(5000);

  const meanwhile = Array.from({ length: 10 }, (_, minute) => `meanwhile ${minute}`);
  const waiting = ["one", "waiting 0", "waiting 4", "waiting 8"];
  const said = texts(world.now().entries);
  expect(world.now().connection).toBe("online");
  expect(said.toSorted()).toEqual(["message 1", "before", ...meanwhile, ...waiting].toSorted());
  expect(said.filter((text) => text?.startsWith("meanwhile"))).toEqual(meanwhile);
  expect(said.filter((text) => waiting.includes(text ?? ""))).toEqual(waiting);
  expect(world.now().entries.every(({ delivery }) => delivery === "sent")).toBe(true);
  expect(world.mostPolls()).toBe(1);
});

// [ST-16]
it("a device that slept during calls repeats them when it wakes, and gets the missed messages", async () => {
  const world = online();
  await world.chat.start();
  await vi.advanceTimersByTimeAsync(1000);

  world.sleep();
  world.chat.sendText("good night");
  world.agentWrites("good morning");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(texts(world.now().entries)).not.toContain("good morning");

  world.wakeUp();
  world.chat.wake();
  await vi.advanceTimersByTimeAsync(100);

  const said = texts(world.now().entries);
  expect(said.filter((text) => text === "good night")).toHaveLength(1);
  expect(said.filter((text) => text === "good morning")).toHaveLength(1);
  expect(world.now().entries.every(({ delivery }) => delivery === "sent")).toBe(true);
  expect(world.mostPolls()).toBe(1);
});

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { message, SESSION, started, texts } from "../../test/conversations";
import { unreachable, visiting } from "../../test/visiting";
import { ApiError } from "../api/http";
import { systemClock } from "../lib/clock";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A chat with an agent, with a clock that the test controls. */
async function talking() {
  const world = visiting();
  world.visit.clock = systemClock;
  world.visit.random = () => 1;
  world.api.chatStart.mockResolvedValue(started({ phase: "manual" }));
  await world.chat.start();
  world.polls.shift()?.({});
  await vi.advanceTimersByTimeAsync(0);
  const delivery = (key: string) => world.now().entries.find((entry) => entry.key === key)?.delivery;
  return { ...world, delivery };
}

it.each(["tooMany", "unavailable"] as const)("waits as long as the server asks after %s", async (kind) => {
  const { chat, api, delivery } = await talking();
  api.sendText.mockRejectedValueOnce(new ApiError(kind, "", 7000));

  chat.sendText("one");
  await vi.advanceTimersByTimeAsync(3000);
  chat.sendText("two");
  chat.wake();
  await vi.advanceTimersByTimeAsync(3999);
  expect(api.sendText).toHaveBeenCalledOnce();
  expect(delivery("id-1")).toBe("held");
  await vi.advanceTimersByTimeAsync(1);

  expect(api.sendText.mock.calls.map((call) => call[1])).toEqual(["id-1", "id-1", "id-2"]);
  expect([delivery("id-1"), delivery("id-2")]).toEqual(["sent", "sent"]);
});

it("keeps a message while the server is busy, and retries ever more slowly", async () => {
  const { chat, api, delivery } = await talking();
  api.sendText.mockRejectedValue(new ApiError("unavailable", ""));

  chat.sendText("one");
  await vi.advanceTimersByTimeAsync(60_000);

  expect(delivery("id-1")).toBe("waiting");
  expect(api.sendText.mock.calls.length).toBeLessThan(10);
});

it("fails a message that is lost twice while other calls succeed", async () => {
  const { chat, api, polls, delivery } = await talking();
  api.sendText.mockRejectedValue(unreachable);

  chat.sendText("one");
  await vi.advanceTimersByTimeAsync(0);
  polls.shift()?.({});
  await vi.advanceTimersByTimeAsync(1000);

  expect(delivery("id-1")).toBe("failed");
});

it("releases a picture's preview after it is stored, discarded or the chat ends", async () => {
  const { chat, api } = await talking();
  const revoked = vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => undefined);
  const send = (name: string) =>
    chat.sendFile(new File(["p"], name, { type: "image/png" }), { kind: "image", url: `blob:${name}` });

  send("stored.png");
  await vi.advanceTimersByTimeAsync(0);
  expect(revoked.mock.calls.flat()).toEqual(["blob:stored.png"]);

  api.upload.mockRejectedValue(new ApiError("broken", ""));
  send("discarded.png");
  send("left.png");
  await vi.advanceTimersByTimeAsync(0);
  chat.discard("id-2");
  chat.end();

  expect(revoked.mock.calls.flat()).toEqual(["blob:stored.png", "blob:discarded.png", "blob:left.png"]);
});

it("does not wait for the response to a message that a poll has brought, and shows it once", async () => {
  const { chat, api, polls, delivery, now } = await talking();
  api.sendText.mockImplementationOnce(
    (async (_user: string, _id: string, _words: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))) as never,
  );
  chat.sendText("one");
  chat.sendText("two");
  await vi.advanceTimersByTimeAsync(1000);
  expect(api.sendText).toHaveBeenCalledOnce();

  const received = message(2, {
    sender: "visitor",
    clientId: "id-1",
    content: { kind: "text", text: "one" },
  });
  const event = { kind: "message" as const, message: received, seq: 2, sessionId: SESSION, at: 2 };
  polls.shift()?.({ cursor: 2, events: [event] });
  await vi.advanceTimersByTimeAsync(100);

  expect(api.sendText.mock.calls.map((call) => call[1])).toEqual(["id-1", "id-2"]);
  expect([delivery("id-1"), delivery("id-2")]).toEqual(["sent", "sent"]);
  expect(texts(now().entries).filter((text) => text === "one")).toHaveLength(1);
});

it("sends texts past a picture that the server has no room for, and reports it", async () => {
  const { chat, api, visit, delivery } = await talking();
  api.upload.mockRejectedValueOnce(new ApiError("unavailable", "no room", 10_000));
  chat.sendFile(new File(["p"], "a.png", { type: "image/png" }), { kind: "image", url: "blob:a" });
  chat.sendText("two");
  await vi.advanceTimersByTimeAsync(100);

  expect([delivery("id-1"), delivery("id-2")]).toEqual(["failed", "sent"]);
  expect(visit.onNoRoomForFiles).toHaveBeenCalledOnce();
});

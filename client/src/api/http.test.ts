import * as v from "valibot";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError, createHttp } from "./http";

const http = createHttp({
  prefix: "/api/chat/visitor/",
  token: () => undefined,
  onUnauthorised: vi.fn(),
  onServerError: vi.fn(),
});

/** A server that never answers: a call ends by its signal alone. */
function silence() {
  const signals: AbortSignal[] = [];
  vi.stubGlobal("fetch", (request: Request) => {
    signals.push(request.signal);
    return new Promise<Response>((_resolve, reject) => {
      const giveUp = () => reject(new DOMException("", "AbortError"));
      if (request.signal.aborted) giveUp();
      request.signal.addEventListener("abort", giveUp);
    });
  });
  return signals;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// [ER-05]
it("waits for an ordinary call for 50 minutes, and no longer", async () => {
  silence();
  let outcome: unknown = "waiting";
  const call = http.post("sendMsg", {}, v.unknown()).catch((cause: unknown) => {
    outcome = cause;
  });

  await vi.advanceTimersByTimeAsync(2_999_999);
  expect(outcome).toBe("waiting");
  await vi.advanceTimersByTimeAsync(1);
  await call;

  expect(outcome).toBeInstanceOf(ApiError);
  expect(outcome).toMatchObject({ kind: "unreachable" });
});

it("gives a call up at once when it is not wanted any more, and says that it was that", async () => {
  silence();
  const wish = new AbortController();
  const call = http.post("robotTips", {}, v.unknown(), { signal: wish.signal });

  wish.abort();

  await expect(call).rejects.not.toBeInstanceOf(ApiError);
});

it("leaves no timer behind a call that was answered", async () => {
  vi.stubGlobal("fetch", async () => new Response('{"code":200,"message":"SUCCESS","data":{}}'));

  await http.post("typing", {}, v.unknown());

  expect(vi.getTimerCount()).toBe(0);
});

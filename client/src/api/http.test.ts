import * as v from "valibot";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError, createHttp } from "./http";

const http = createHttp({
  prefix: "/api/chat/visitor/",
  token: () => undefined,
  onUnauthorised: vi.fn(),
  onServerError: vi.fn(),
});

/** A server that never responds: only its signal ends a call. */
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
it("an ordinary call times out after 50 minutes", async () => {
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

it("an aborted call ends at once, with an error that is no ApiError", async () => {
  silence();
  const wish = new AbortController();
  const call = http.post("robotTips", {}, v.unknown(), { signal: wish.signal });

  wish.abort();

  await expect(call).rejects.not.toBeInstanceOf(ApiError);
});

it("an answered call leaves no timer behind", async () => {
  vi.stubGlobal("fetch", async () => new Response('{"code":200,"message":"SUCCESS","data":{}}'));

  await http.post("typing", {}, v.unknown());

  expect(vi.getTimerCount()).toBe(0);
});

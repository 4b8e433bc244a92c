import * as v from "valibot";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { upload } from "./upload";

let requests: Fake[];

/** A request that the test answers. */
class Fake {
  readonly upload = {};
  status = 0;
  responseText = "";
  headers: Record<string, string> = {};
  onload: () => void = () => undefined;
  onabort: () => void = () => undefined;
  readonly open = vi.fn();
  readonly setRequestHeader = vi.fn();
  readonly send = vi.fn(() => void requests.push(this));
  readonly abort = vi.fn(() => this.onabort());
  getResponseHeader(name: string): string | null {
    return this.headers[name] ?? null;
  }
  answer(status: number, text: string, headers: Record<string, string> = {}): void {
    Object.assign(this, { status, responseText: text, headers });
    this.onload();
  }
}

beforeEach(() => {
  requests = [];
  vi.stubGlobal("XMLHttpRequest", Fake);
});
afterEach(() => void vi.unstubAllGlobals());

it.each([502, 503, 504])("reads a proxy's page with status %d as an unavailable server", async (status) => {
  const sending = send();

  requests[0]?.answer(status, "<html><h1>Bad gateway</h1></html>", { "Retry-After": "7" });

  await expect(sending).rejects.toMatchObject({ kind: "unavailable", retryAfterMs: 7000 });
});

it("passes on how long to wait after too many uploads", async () => {
  const sending = send();

  requests[0]?.answer(429, JSON.stringify({ code: 429, message: "slow down", data: null }), {
    "Retry-After": "3",
  });

  await expect(sending).rejects.toMatchObject({ kind: "tooMany", retryAfterMs: 3000, message: "slow down" });
});

it("rejects a response that it cannot read", async () => {
  const sending = send();

  requests[0]?.answer(200, "<html>Welcome to the hotel</html>");

  await expect(sending).rejects.toMatchObject({ kind: "unreadable" });
});

it("sends nothing after an abort, and stops an upload under way", async () => {
  const wish = new AbortController();
  const sending = send(wish.signal);
  wish.abort();

  await expect(sending).rejects.toMatchObject({ kind: "unreachable" });
  expect(requests[0]?.abort).toHaveBeenCalledOnce();
  await expect(send(wish.signal)).rejects.toMatchObject({ kind: "unreachable" });
  expect(requests).toHaveLength(1);
});

function send(signal?: AbortSignal): Promise<unknown> {
  const settings = {
    prefix: "/api/chat/visitor/",
    token: () => "t",
    onUnauthorised: vi.fn(),
    onServerError: vi.fn(),
  };
  return upload(settings, "upload", {
    fields: { userId: "v" },
    file: new File(["p"], "fern.png"),
    answer: v.unknown(),
    onProgress: () => undefined,
    ...(signal ? { signal } : {}),
  });
}

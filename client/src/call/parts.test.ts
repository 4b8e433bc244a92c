import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createAgentCallApi } from "../api/agentCall";
import { createVisitorCallApi } from "../api/call";
import { ApiError } from "../api/http";
import { type CallNews, readCallNews } from "../wire/call";
import { browserDevices } from "./devices";
import { stillOpen } from "./intake";
import { createSignalQueue } from "./signalQueue";
import { clockWords } from "./words";

const fixtures = join(import.meta.dirname, "../../../fixtures/wire");
const json = (path: string) => JSON.parse(readFileSync(join(fixtures, path), "utf8"));

describe("the wire", () => {
  it("a visitor's poll yields its call events", () => {
    const told = json("visitor/getEventMsg/calls.json").data.msgList.map(readCallNews);

    expect(told.map((news: CallNews) => [news.step, news.by])).toEqual([
      ["invited", "agent"],
      ["answered", "visitor"],
      ["ended", "visitor"],
      ["declined", "agent"],
      ["signalled", "agent"],
    ]);
    expect(told[0]).toMatchObject({ isVideo: true, iceServers: [{}, { credential: "c2lnbmVk" }] });
    expect(told[2]).toMatchObject({ why: "hungUp", seconds: 65 });
    expect(told[4].signal).toMatchObject({ kind: "candidate", payload: { sdpMid: "0" } });
  });

  it("a desk's poll yields its call events and skips unknown ones", () => {
    const told = json("agent/getEventMsg/calls.json").data.msgList.map(readCallNews);

    expect(told.map((news: CallNews) => news.step)).toEqual(["invited", "signalled", "ended"]);
    expect(told[2]).toMatchObject({ why: "restart", by: undefined, seconds: undefined });
    for (const raw of [{}, null, "x", { callId: "a", kind: "dance" }, { callId: 5, kind: "invite" }]) {
      expect(readCallNews(raw)).toBeUndefined();
    }
  });
});

describe("requests", () => {
  const user = "v_3f1c9a5e7b2d4c60";
  const callId = `${user}.9d1e6b02c7a44f3f8e5a1b0c6d7f2e94`;
  const settings = { token: () => "t", onUnauthorised: vi.fn(), onServerError: vi.fn() };
  let asked: { path: string; body: unknown } | undefined;
  let answer: unknown;

  beforeEach(() => {
    vi.stubGlobal("fetch", async (request: Request) => {
      const { pathname: path } = new URL(request.url);
      asked = { path, body: await request.json() };
      return new Response(JSON.stringify(answer));
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  const visitor = createVisitorCallApi(settings, () => user);
  const agent = createAgentCallApi(settings);
  const cases: [string, string, () => Promise<unknown>][] = [
    ["chat/visitor", "userVideoInvitation", () => visitor.invite("mia", true)],
    [
      "chat/visitor",
      "callSignal",
      () => visitor.signal(callId, { kind: "offer", payload: { type: "offer", sdp: "v=0" } }),
    ],
    ["agent", "inviteCall", () => agent.invite(user, true)],
    ["agent", "answerCall", () => agent.answer(callId)],
    ["agent", "refuseCall", () => agent.hangUp(callId, false)],
    [
      "agent",
      "callSignal",
      () => {
        const candidate = { candidate: "candidate:1 1 udp 2 192.0.2.1 9 typ host", sdpMid: "0" };
        return agent.signal(callId, { kind: "candidate", payload: candidate });
      },
    ],
  ];

  it.each(cases)("/api/%s/%s sends its golden request", async (prefix, call, ask) => {
    const folder = `${prefix === "agent" ? "agent" : "visitor"}/${call}`;
    answer = json(`${folder}/response.json`);
    await ask();

    expect(asked?.path).toBe(`/api/${prefix}/${call}`);
    expect(asked?.body).toEqual(json(`${folder}/request.json`));
  });
});

describe("devices", () => {
  const tracks = { getTracks: () => [{ kind: "audio" }] };
  const asking = (get: (wanted: MediaStreamConstraints) => unknown) => {
    vi.stubGlobal("RTCPeerConnection", class {});
    vi.stubGlobal("navigator", {
      mediaDevices: { getUserMedia: async (wanted: MediaStreamConstraints) => get(wanted) },
    });
  };
  const refusing = (name: string) => () => {
    throw new DOMException("", name);
  };
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    ["NotAllowedError", "deniedMicrophone"],
    ["NotFoundError", "noMicrophone"],
    ["OverconstrainedError", "noMicrophone"],
    ["NotReadableError", "busyMicrophone"],
  ])("the browser's error %s is the fault %s", async (name, fault) => {
    asking(refusing(name));

    await expect(browserDevices.open(false)).rejects.toMatchObject({ fault });
    await expect(browserDevices.open(true)).rejects.toMatchObject({ fault });
  });

  it("a video call continues as voice if the camera is missing, and says why", async () => {
    asking(({ video }) => (video ? refusing("NotReadableError")() : tracks));

    expect(await browserDevices.open(true)).toEqual({ stream: tracks, cameraFault: "busyCamera" });
    await expect(browserDevices.camera("user")).rejects.toMatchObject({ fault: "busyCamera" });
  });

  it("a browser without media devices reports that it cannot make calls", async () => {
    vi.stubGlobal("navigator", {});

    await expect(browserDevices.open(true)).rejects.toMatchObject({ fault: "unsupported" });
  });
});

describe("signals", () => {
  const clock = { now: () => 0, sleep: async () => undefined };
  const signal = (payload: number) => ({ kind: "candidate", payload }) as const;

  it("signals are sent in order, one at a time, and retried after a passing error", async () => {
    const sent: unknown[] = [];
    let failures = 2;
    const outbox = createSignalQueue({
      send: async ({ payload }) => {
        if (payload === 2 && failures > 0) {
          failures -= 1;
          throw new ApiError("tooMany", "", 1000);
        }
        sent.push(payload);
      },
      clock,
      random: () => 0.5,
      onRefused: vi.fn(),
    });
    for (const number of [1, 2, 3]) outbox.send(signal(number));

    await vi.waitFor(() => expect(sent).toEqual([1, 2, 3]));
  });

  it("sending stops when the server does not know the call", async () => {
    const onRefused = vi.fn();
    const send = vi.fn().mockRejectedValue(new ApiError("notFound", ""));
    const outbox = createSignalQueue({ send, clock, random: () => 0.5, onRefused });
    outbox.send(signal(1));
    outbox.send(signal(2));

    await vi.waitFor(() => expect(onRefused).toHaveBeenCalledOnce());
    expect(send).toHaveBeenCalledOnce();
  });
});

it("a call that already ended does not ring", () => {
  const news = (step: "invited" | "ended", callId: string) => ({
    news: { step, callId, by: "agent" } as CallNews,
    partner: "",
  });
  const all = [news("invited", "a"), news("ended", "a"), news("ended", "b"), news("invited", "c")];

  expect(stillOpen(all).map(({ news: { callId } }) => callId)).toEqual(["b", "c"]);
});

it("the duration of a call is shown like a clock", () => {
  expect([5.9, 65, 3605, -1].map(clockWords)).toEqual(["0:05", "1:05", "1:00:05", "0:00"]);
});

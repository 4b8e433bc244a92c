import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "./http";
import { createPushApi } from "./push";
import { createVisitorApi, type Introduction } from "./visitor";

const folder = join(import.meta.dirname, "../../../fixtures/wire/visitor");
const user = "v_3f1c9a5e7b2d4c60";
const pollId = "b0c4a1d29e5f47338d6e1f0a2c9b7d85";
const settings = { token: () => "token-1", onUnauthorised: vi.fn(), onServerError: vi.fn() };
const visitor: Introduction = {
  channelId: "demo",
  userId: "",
  token: "",
  link: "",
  userHash: "",
  locale: "en",
  userName: "",
  email: "",
  phone: "",
  groupId: "",
  adminId: "",
  pid: "",
  fiyBookCode: "",
  params: "{}",
  previousUrl: "",
  refer: "",
  title: "",
  context: "",
  priority: 0,
  priorityHash: "",
  timeZone: "Europe/Berlin",
};

let requests: { path: string; body: unknown; authorization: string | null }[] = [];
let answer: () => Response;

beforeEach(() => {
  requests = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    requests.push({
      path: new URL(request.url).pathname,
      body: await request.json(),
      authorization: request.headers.get("Authorization"),
    });
    return answer();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  settings.onServerError.mockClear();
  settings.onUnauthorised.mockClear();
});

function golden(call: string, side: "request" | "response"): unknown {
  return JSON.parse(readFileSync(join(folder, call, `${side}.json`), "utf8"));
}

function answering(status: number, message: string, headers: Record<string, string> = {}) {
  answer = () => new Response(JSON.stringify({ code: status, message, data: null }), { status, headers });
}

const api = createVisitorApi(settings);
const pushApi = createPushApi(settings, user);
const subscription = {
  endpoint: "https://push.example.com/send/c2Vjb25k",
  p256dh: "BLn9b-VR0ca83knDNZ32dCHGyjJp-1riX9ZTN40MqV8K_LpQmLqxC_DoHvqvFXO_nGdAB4W9dogZb_sM-uV4JbY",
  auth: "_ordMnz7uTCmrpBTeUV4Bw",
};

// [ID-09] chatStart's body is one of them.
const calls: Record<string, () => Promise<unknown>> = {
  channelInfo: () => api.channelInfo("demo", "en"),
  chatStart: () => api.chatStart(visitor),
  getEventMsg: () =>
    api.poll(user, pollId, { cursor: 4, epoch: "e5b1", wait: 25_000 }, new AbortController().signal),
  getHistoryMsg: () => api.history(user, 0),
  getOfflineMsg: () => api.offlineMessages(user, pollId),
  msgComplete: () => api.markRead(user, pollId, 11),
  sendMsg: () => api.sendText(user, "c-7d0e", "Where is my order?"),
  robotAsk: () => api.askRobot(user, "c-11aa", "fern", "How fast do you ship?", {}, {}),
  transferAgent: () => api.transfer(user, "", ""),
  leaveQueue: () => api.leaveQueue(user),
  "push/key": () => pushApi.key(),
  "push/subscribe": () => pushApi.subscribe(subscription),
  "push/unsubscribe": () => pushApi.unsubscribe("5f0e8d7c6b5a49385f0e8d7c6b5a4938"),
  typing: () => api.typing(user, "Where is"),
  chatClose: () => api.close(user),
  getAdminCard: () => api.agentCard(user),
  getRobotDoc: () => api.article(user, "shipping-time", "demo", "en"),
  getEvaluateInfo: () => api.evaluationSetting("demo", "demo"),
  isEvaluate: () => api.evaluationState(user),
  evaluate: () =>
    api.evaluate(user, {
      about: "agent",
      id: "e-1",
      isSolved: true,
      stars: 5,
      tags: ["friendly", "fast"],
      text: "",
      occasion: "ByVisitor",
    }),
};

describe("requests", () => {
  it.each(Object.keys(calls))("%s sends its golden request", async (call) => {
    answer = () => new Response(JSON.stringify(golden(call, "response")));

    await calls[call]?.();

    expect(requests).toEqual([
      {
        path: `/api/chat/visitor/${call}`,
        body: golden(call, "request"),
        authorization: "Bearer token-1",
      },
    ]);
  });
});

// [RB-03]
it("sends every field of a tapped button, as the golden request does", async () => {
  const flow = JSON.parse(readFileSync(join(folder, "robotAsk/flow.json"), "utf8"));
  const { request, response } = flow.asks.find(({ name }: { name: string }) => name === "form");
  answer = () => new Response(JSON.stringify(response));

  await api.askRobot(
    user,
    request.id,
    "fern",
    request.question,
    {
      button: {
        nodeId: "topic",
        id: "b-late",
        itemId: "late",
        name: "It is late",
        bindCode: "topic",
        bindValue: "late",
        link: "",
      },
    },
    {},
  );

  expect(requests[0]?.body).toMatchObject(request);
});

// [MS-06] [MS-07] [MS-12]
it("sends a filled form, a relayed form and a rating as the golden requests do", async () => {
  const taken = { code: 200, message: "SUCCESS", data: { ok: true, message: "" } };
  answer = () => new Response(JSON.stringify(taken));
  const field = { kind: "line" as const, isRequired: true, options: [] };
  const form = {
    title: "",
    fields: [
      { ...field, id: "f1", name: "Name" },
      { ...field, id: "f2", name: "Tools" },
    ],
    answers: {},
    isFilled: false,
    target: {
      url: "https://forms.example.com/visits",
      method: "POST",
      headers: { "X-Form": "visit" },
      contentType: "application/json",
    },
  };
  const given = { f1: "Ann Lee", f2: ["spade", "pot"] };
  const about = {
    docId: "shipping-time",
    robotNo: "fern",
    tenantId: "demo",
    sessionId: `${user}.1`,
    msgId: `${user}.1.3`,
  };

  await api.relayForm(user, `${user}.1.9`, form, given);
  await api.rateAnswer(user, about, true);
  await api.sendForm(user, "c-1", `${user}.1.9`, form, given);

  expect(requests[0]?.body).toEqual(golden("fromRequest", "request"));
  expect(requests[1]?.body).toEqual(golden("commentDoc", "request"));
  expect(requests[2]?.body).toMatchObject({
    msgType: 10,
    formMsgId: `${user}.1.9`,
    msgContent: JSON.stringify([
      { fieldId: "f1", fieldName: "Name", chooseValue: "Ann Lee" },
      { fieldId: "f2", fieldName: "Tools", chooseValue: ["spade", "pot"] },
    ]),
  });
});

describe("failures", () => {
  const failure = (call: Promise<unknown>) => call.catch((cause: unknown) => cause);

  // [ER-01]
  it("reports an expired login on 401", async () => {
    answering(401, "login state expired");

    expect(await failure(api.leaveQueue(user))).toMatchObject({ kind: "unauthorised" });
    expect(settings.onUnauthorised).toHaveBeenCalledOnce();
  });

  // [ER-02]
  it("reports a server error on 500 and rejects, but a quiet call only rejects", async () => {
    answering(500, "网络连接异常，请稍后重试！");

    expect(await failure(api.leaveQueue(user))).toBeInstanceOf(ApiError);
    expect(settings.onServerError).toHaveBeenCalledOnce();
    await failure(api.history(user, 0));
    expect(settings.onServerError).toHaveBeenCalledOnce();
  });

  it("gives each refusal its kind and reads how long to wait", async () => {
    answering(409, "chat ended");
    expect(await failure(api.close(user))).toMatchObject({ kind: "conflict", message: "chat ended" });
    answering(422, "id already used");
    expect(await failure(api.close(user))).toMatchObject({ kind: "idReused" });
    answering(429, "slow down", { "Retry-After": "7" });
    expect(await failure(api.close(user))).toMatchObject({ kind: "tooMany", retryAfterMs: 7000 });
  });

  it("does not take a proxy's page for a response", async () => {
    answer = () => new Response("<html>gateway</html>", { status: 502 });
    expect(await failure(api.close(user))).toMatchObject({ kind: "unavailable" });
    answer = () => new Response("<html>hello</html>");
    expect(await failure(api.close(user))).toMatchObject({ kind: "unreadable" });
  });

  it("rejects as unreachable if the request fails", async () => {
    answer = () => {
      throw new TypeError("Failed to fetch");
    };

    expect(await failure(api.close(user))).toMatchObject({ kind: "unreachable" });
  });
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { createAgentApi } from "./agent";

const folder = join(import.meta.dirname, "../../../fixtures/wire/agent");
const USER = "v_3f1c9a5e7b2d4c60";

const ORDER = "0f6b1c2d3e4f5a6b7c8d9e0f1a2b3c4d";
const MESSAGE = "9d1e2f3a4b5c6d7e8f90a1b2c3d4e5f6";
const VIEW = "5c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f";
const URGENT_TODAY = {
  kind: "workOrder",
  whose: "me",
  adminId: "",
  priority: "urgent",
  due: "today",
  state: "open",
  status: "",
  text: "",
} as const;

const WEEK = { from: "2026-11-02", to: "2026-11-08", channelId: "", groupId: "" };

type Ask = (api: ReturnType<typeof createAgentApi>) => Promise<unknown>;
const asks: Record<string, Ask> = {
  login: (api) => api.login("demo", "mia", "fern-and-field"),
  forgotPassword: (api) => api.forgotPassword("demo", "mia@example.com"),
  sendTranscript: (api) => api.sendTranscript(USER, "ann@example.com"),
  "signOn/info": (api) => api.signOnInfo("demo"),
  "signOn/begin": (api) => api.signOnBegin("demo"),
  "signOn/finish": (api) =>
    api.signOnFinish({ state: "s1", code: "c1", iss: "https://id.fern.example", secret: "9c1f…" }),
  logout: (api) => api.logout(),
  me: (api) => api.me(),
  setStatus: (api) => api.setStatus("online", 1),
  getEventMsg: (api) => api.poll({ wait: 25000, cursor: 1790000000000000 }, new AbortController().signal),
  listConversations: (api) => api.list("mine", ""),
  search: (api) =>
    api.search({
      text: "退款",
      kind: "conversation",
      state: "ended",
      from: 1789000000000,
      to: 1791000000000,
      channelId: "demo",
      groupId: "sales",
      adminId: "mia",
      tag: "refund",
      rating: 5,
      cursor: "",
    }),
  getVisitor: (api) => api.visitor(USER),
  getVisitorPast: (api) => api.past(USER),
  editVisitor: (api) =>
    api.editVisitor(USER, { userName: "Ann Baker", email: "ann@example.com", phone: "+44 20 7946 0123" }),
  blockVisitor: (api) => api.block(USER, "hour", "Insults"),
  watch: (api) => api.watch(USER, "p-7d0e"),
  unwatch: (api) => api.unwatch(USER, "p-7d0e"),
  stepIn: (api) => api.stepIn(USER),
  getCustomerContext: (api) => api.customer(USER, false),
  getHistoryMsg: (api) => api.history(USER, 0),
  sendMsg: (api) => api.sendText(USER, "a-91", "Hello, how can I help?", ""),
  note: (api) => api.note(USER, "a-91", "@Lin asked for a refund twice before.", ["lin"]),
  listMentionable: (api) => api.mentionable("li"),
  "mentions/list": (api) => api.mentions(),
  "mentions/read": (api) => api.readMentions(USER),
  "tags/list": (api) => api.tags(),
  "tags/create": (api) => api.createTag("Refund", "orange"),
  changeTags: (api) => api.changeTags(USER, ["refund"], ["delivery"]),
  "drafts/list": (api) => api.drafts(),
  "drafts/save": (api) => api.saveDraft({ userId: USER, text: "I will ask @Lin", isNote: true }, "p-7d0e"),
  translate: (api) => api.translate(USER, "Wo ist meine Bestellung?", "en"),
  sumUp: (api) => api.sumUp(USER, "en"),
  recallMsg: (api) => api.recall(USER, `${USER}.1.6`),
  typing: (api) => api.typing(USER),
  read: (api) => api.read(USER, 5),
  takeNext: (api) => api.takeNext(),
  take: (api) => api.take(USER),
  inviteEvaluate: (api) => api.inviteEvaluation(USER),
  closeConversation: (api) => api.close(USER),
  handleLeaveMsg: (api) =>
    api.handleMessage("9d1e2f3a4b5c6d7e8f90a1b2c3d4e5f6", "Called back, all well.", true),
  "items/list": (api) =>
    api.items({
      kind: "",
      adminId: "mia",
      isUnassigned: false,
      priority: "high",
      status: "",
      state: "open",
      dueBefore: 1790086400001,
      text: "pot",
      cursor: "",
    }),
  "items/get": (api) => api.item(MESSAGE),
  "items/change": (api) =>
    api.changeItems([ORDER, MESSAGE], {
      assignee: { id: "mia", name: "Mia" },
      priority: "high",
      due: 1790086400000,
      status: "accepted",
    }),
  "items/note": (api) => api.noteItem("n-1", ORDER, "The third from that batch."),
  "items/read": (api) => api.readItem(ORDER),
  accept: (api) => api.accept(USER),
  whisper: (api) => api.whisper(USER, "w-1", "Offer a refund"),
  forceClose: (api) => api.forceClose(USER),
  setStatusOf: (api) => api.setStatusOf("mia", "busy"),
  wall: (api) => api.wall(0),
  "wall/conversations": (api) => api.wallConversations({ adminId: "mia" }, ""),
  "reports/get": (api) => api.report(WEEK, "group", new AbortController().signal),
  "reports/sessions": (api) => api.reportSessions({ from: WEEK.from, to: WEEK.to, missed: 0 }, ""),
  "reports/agents": (api) => api.agentsTime(WEEK, new AbortController().signal),
  "views/list": (api) => api.views(),
  "views/save": (api) =>
    api.saveView({ id: VIEW, name: "Urgent today", isShared: false, filter: URGENT_TODAY }),
  "views/delete": (api) => api.removeView(VIEW, false),
};

it.each(Object.entries(asks))("%s sends exactly its golden request", async (call, ask) => {
  const asked: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    asked.push([new URL(request.url).pathname, request.headers.get("Authorization"), await request.json()]);
    return new Response(read(call, "response.json"));
  });
  const api = createAgentApi({ token: () => "t0k3n", onUnauthorised: vi.fn(), onServerError: vi.fn() });

  await ask(api);

  expect(asked).toEqual([[`/api/agent/${call}`, "Bearer t0k3n", JSON.parse(read(call, "request.json"))]]);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function read(call: string, file: string): string {
  return readFileSync(join(folder, call, file), "utf8");
}

/** A desk in a test: the real pages and atoms over a fake api. */
import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { I18nextProvider } from "react-i18next";
import { vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import type { AgentApi } from "../src/api/agent";
import type { CallApi } from "../src/api/call";
import { ApiError } from "../src/api/http";
import { DeskApp } from "../src/desk/DeskApp";
import { createNudge } from "../src/desk/nudge";
import { expiredAtom } from "../src/desk/state/account.atoms";
import { servicesAtom } from "../src/desk/state/services";
import { createI18n } from "../src/i18n/setup";
import { createStore, Provider } from "../src/state/jotai";
import type { ConversationRow, DeskEvent, DeskPolled, Visitor } from "../src/wire/agent";
import type { Message } from "../src/wire/message";
import { NO_VISIT, type Past } from "../src/wire/visitor";

/** A fake call api: these tests make no calls. */
const callsToNobody: CallApi = {
  invite: () => Promise.reject(new Error("a call")),
  answer: async () => undefined,
  hangUp: async () => undefined,
  signal: async () => undefined,
};

export const VISITOR = "v_3f1c9a5e7b2d4c60";
const SESSION = `${VISITOR}.1`;
export const MIA = { id: "mia", nick: "Mia", face: "", role: "agent", groupIds: ["sales"], capacity: 2 };

/** Shows the desk's login page; `api` replaces single calls. */
export async function renderDesk(api: Partial<AgentApi> = {}, path = "/desk/") {
  const events = createPoll();
  const store = createStore();
  const calls = { ...defaultCalls(events.poll), ...api };
  const notify = vi.fn();
  let lastId = 0;
  store.set(servicesAtom, {
    api: calls,
    callApi: callsToNobody,
    clock: { now: () => Date.now(), sleep: () => Promise.resolve() },
    random: () => 0.5,
    newId: () => `a-${++lastId}`,
    nudge: createNudge(),
    notify,
  });
  const { hook, searchHook, history } = memoryLocation({ path, record: true });
  const i18n = await createI18n("en", ["desk", "system", "call"]);
  const user = userEvent.setup();
  render(
    <I18nextProvider i18n={i18n}>
      <Provider store={store}>
        <Router base="/desk" hook={hook} searchHook={searchHook}>
          <DeskApp />
        </Router>
      </Provider>
    </I18nextProvider>,
  );
  return {
    user,
    calls,
    notify,
    history,
    store,
    tell: events.tell,
    expire: () => act(() => store.set(expiredAtom)),
  };
}

/** Calls of somebody who supervises. */
export const asSupervisor: Partial<AgentApi> = {
  me: async () => ({
    agent: { ...MIA, role: "supervisor" },
    status: "offline",
    groups: [{ id: "sales", name: "Sales" }],
    pictureHosts: [],
    sendsMail: false,
    shopName: "Fern & Field",
    hasModel: false,
  }),
  login: async () => ({
    token: "t0k3n",
    agent: { ...MIA, role: "supervisor" },
    tenantId: "demo",
    mustSetUpTotp: false,
    signOutUrl: "",
  }),
};

/** Signs in and waits for the desk. */
export async function signIn(
  user: ReturnType<typeof userEvent.setup>,
  screen: typeof import("@testing-library/react").screen,
): Promise<void> {
  await user.type(screen.getByLabelText("Account"), "mia");
  await user.type(screen.getByLabelText("Password"), "fern-and-field");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await screen.findByRole("heading", { name: "Mia" });
}

export function row(change: Partial<ConversationRow> = {}): ConversationRow {
  return {
    userId: VISITOR,
    sessionId: SESSION,
    userName: "Amira",
    channelId: "demo",
    groupId: "sales",
    isQueued: false,
    isRobots: false,
    position: 0,
    since: Date.now(),
    lastMessage: undefined,
    unread: 0,
    tags: [],
    duty: undefined,
    ...change,
  };
}

export function message(place: number, text: string, sender: Message["sender"] = "visitor"): Message {
  return {
    id: `${SESSION}.${place}`,
    sessionId: SESSION,
    seq: place,
    sender,
    senderName: sender === "agent" ? "Mia" : "",
    face: "",
    at: Date.now() - 60_000 + place * 1000,
    isRecalled: false,
    isSensitive: false,
    content: { kind: "text", text },
  };
}

export const said = (one: Message): DeskEvent => ({
  kind: "message",
  message: one,
  userId: VISITOR,
  sessionId: SESSION,
});

function createPoll() {
  let cursor = 100;
  const waiting: DeskEvent[] = [];
  let wake: () => void = () => undefined;
  return {
    tell(...events: DeskEvent[]) {
      waiting.push(...events.map((event) => (event.kind === "typing" ? event : { ...event, seq: ++cursor })));
      wake();
    },
    /** The first response comes at once and is a gap, as the server's; the next one comes when there is an event. */
    async poll(ask: { wait: number; cursor?: number }, signal: AbortSignal): Promise<DeskPolled> {
      if (ask.cursor !== undefined && waiting.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
          signal.addEventListener("abort", () => resolve(), { once: true });
        });
      }
      return { cursor, hasMore: false, hasGap: ask.cursor === undefined, events: waiting.splice(0) };
    },
  };
}

/** A visitor who was never here before. */
export const NO_PAST: Past = {
  conversations: [],
  hasMore: false,
  messages: [],
  orders: [],
  samePerson: [],
};

/** A visitor with few facts. */
export async function calmVisitor(userId: string): Promise<Visitor> {
  return {
    userId,
    name: "Amira",
    email: "amira@example.com",
    phone: "",
    channelId: "demo",
    locale: "en",
    page: "",
    pageTitle: "",
    hasPriority: false,
    cameFrom: "",
    answers: [],
    told: [],
    robot: undefined,
    pid: "",
    campaign: "",
    device: "desktop",
    hasTriedRobot: true,
    sessions: 1,
    since: 0,
    sessionId: SESSION,
    readUpTo: 0,
    tags: [],
    visit: NO_VISIT,
    verifiedId: "",
    block: undefined,
  };
}

function defaultCalls(poll: AgentApi["poll"]): AgentApi {
  const nothing = async () => undefined;
  return {
    login: async () => ({
      token: "t0k3n",
      agent: MIA,
      tenantId: "demo",
      mustSetUpTotp: false,
      signOutUrl: "",
    }),
    signOnInfo: async () => ({ isOffered: false, buttonText: "", isOnly: false, returnAddress: "" }),
    signOnBegin: () => Promise.reject(new ApiError("unreachable", "")),
    signOnFinish: () => Promise.reject(new ApiError("unreachable", "")),
    logout: nothing,
    me: async () => ({
      agent: MIA,
      status: "offline",
      groups: [{ id: "sales", name: "Sales" }],
      pictureHosts: [],
      sendsMail: false,
      shopName: "Fern & Field",
      hasModel: false,
    }),
    forgotPassword: async () => ({}),
    setStatus: async (status, capacity) => ({ status, capacity }),
    accept: nothing,
    poll,
    list: async () => ({ rows: [], next: "" }),
    channel: () => Promise.reject(new ApiError("unreachable", "")),
    visitor: calmVisitor,
    past: async () => NO_PAST,
    editVisitor: async () => ({}),
    block: () => Promise.reject(new ApiError("unreachable", "")),
    watch: () => Promise.reject<never>(new ApiError("notFound", "not found")),
    unwatch: nothing,
    stepIn: () => Promise.reject(new ApiError("unreachable", "")),
    customer: async () => ({
      state: "off",
      fields: [],
      links: [],
      pictures: [],
      askedAt: 0,
      problem: "status",
    }),
    history: async () => ({ messages: [], before: 0, hasOlder: false }),
    sendText: async () => ({ messageId: `${SESSION}.90`, at: Date.now(), seq: 90 }),
    sendFile: async () => ({ messageId: `${SESSION}.91`, at: Date.now(), seq: 91 }),
    sendContent: async () => ({ messageId: `${SESSION}.93`, at: Date.now(), seq: 93 }),
    note: async () => ({ messageId: `${SESSION}.92`, at: Date.now(), seq: 92 }),
    mentionable: async () => [],
    mentions: async () => [],
    readMentions: async () => ({ unread: 0 }),
    tags: async () => [],
    createTag: async (name, colour) => ({ id: name.toLowerCase(), name, colour }),
    changeTags: async (_userId, add) => ({ sessionId: SESSION, tags: [...add], seq: 95 }),
    drafts: async () => [],
    saveDraft: async (draft) => ({ ...draft, at: Date.now() }),
    quickReplies: async () => ({ replies: [], next: "" }),
    keepQuickReply: async (reply) => ({ ...reply, shared: false, folder: "", version: reply.version + 1 }),
    removeQuickReply: nothing,
    documents: async () => [],
    suggestions: async () => [],
    translate: async () => ({ text: "", problem: "off" }),
    sumUp: async () => ({ text: "", problem: "off" }),
    recall: nothing,
    typing: nothing,
    read: nothing,
    takeNext: async () => row(),
    take: async () => row(),
    receivers: async () => ({
      groups: [{ id: "sales", name: "Sales" }],
      colleagues: [
        { id: "jo", name: "Jo", free: 2 },
        { id: "lin", name: "Lin", free: 0 },
      ],
    }),
    handOver: nothing,
    inviteEvaluation: nothing,
    close: nothing,
    items: async () => ({ items: [], next: "", waiting: 0 }),
    item: async () => Promise.reject(new Error("an item")),
    changeItems: async () => ({ changed: [], refused: [] }),
    noteItem: async () => Promise.reject(new Error("an item")),
    readItem: async () => Promise.reject(new Error("an item")),
    views: async () => [],
    saveView: async (view) => ({ ...view, id: "view-1" }),
    removeView: nothing,
    sendTranscript: nothing,
    handleMessage: async () => Promise.reject(new Error("a message")),
    handleOrder: async () => Promise.reject(new Error("an order")),
    upload: async () => ({ url: "/api/files/x.png", name: "x.png" }),
    search: async () => ({ found: [], next: "", building: undefined }),
    wall: async () => Promise.reject(new ApiError("forbidden", "")),
    wallConversations: async () => ({ rows: [], next: "" }),
    whisper: async () => ({ messageId: `${SESSION}.94`, at: Date.now(), seq: 94 }),
    forceClose: async () => ({}),
    setStatusOf: async (_adminId, status) => ({ status, capacity: 3 }),
    report: async () => Promise.reject(new ApiError("forbidden", "")),
    reportSessions: async () => ({ sessions: [], next: "" }),
    agentsTime: async () => [],
    reportFile: async () => new Blob(["key"]),
  };
}

/** Signs in and opens the only conversation. */
export async function openTalk(api: Parameters<typeof renderDesk>[0] = {}) {
  const list = async (box: string) => ({ rows: box === "mine" ? [row()] : [], next: "" });
  const desk = await renderDesk({ list, ...api });
  await signIn(desk.user, screen);
  await desk.user.click(await screen.findByRole("link", { name: /Amira/ }));
  await screen.findByRole("textbox");
  return desk;
}

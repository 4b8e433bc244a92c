/** Visits to the chat with a fake server and clock. */
import * as v from "valibot";
import { vi } from "vitest";
import { ApiError } from "../src/api/http";
import type { VisitorApi } from "../src/api/visitor";
import { reduce } from "../src/conversation/reduce";
import { type Conversation, emptyConversation } from "../src/conversation/types";
import { readQuery } from "../src/lib/query";
import { createKeeper } from "../src/lib/storage";
import { createChat } from "../src/session/chat";
import { createOutboxStore } from "../src/session/outboxStore";
import type { Visit } from "../src/session/visit";
import { channel as channelSchema } from "../src/wire/channel";
import type { Polled } from "../src/wire/session";
import { answer, message, SESSION, started } from "./conversations";

/** Shared by all visits of a test, like the browser's store by its pages. */
const waitingRoom = createOutboxStore(createKeeper(() => localStorage));

export const unreachable = new ApiError("unreachable", "");

/** Makes a visit with a fake server and clock. */
export function visiting(over: Record<string, unknown> = {}, query = "?channelId=demo", handedOver = "") {
  let conversation: Conversation = emptyConversation;
  let now = 1_000_000;
  let ids = 0;
  const polls: ((answer: Partial<Polled> | Error) => void)[] = [];
  const api = {
    chatStart: vi.fn(async (_who: unknown) => started()),
    history: vi.fn(async () => ({ messages: [message(1, { sender: "robot" })], before: 0, hasOlder: false })),
    offlineMessages: vi.fn(async () => []),
    poll: vi.fn(
      (_user: string, _poll: string, ask: { cursor: number }, signal: AbortSignal) =>
        new Promise<Polled>((resolve, reject) => {
          signal.addEventListener("abort", () => reject(new Error("aborted")));
          polls.push((answer) => {
            if (answer instanceof Error) reject(answer);
            else {
              const { phase, position } = conversation;
              const rest = { hasMore: false, hasGap: false, events: [], epoch: "e" };
              resolve({ phase, position, cursor: ask.cursor, ...rest, ...answer });
            }
          });
        }),
    ),
    markRead: vi.fn(async () => undefined),
    sendText: vi.fn(async (_user: string, id: string) => ({
      clientId: id,
      messageId: `${SESSION}.${id}`,
      at: ++now,
      seq: now,
    })),
    askRobot: vi.fn(async () => ({
      hasEnded: false,
      wantsTransfer: false,
      question: { messageId: `${SESSION}.2`, seq: 2 },
      reply: {
        messageId: `${SESSION}.3`,
        seq: 3,
        at: ++now,
        answer: answer({ parts: [{ kind: "text", text: "Two days.", docId: "" }] }),
      },
    })),
    transfer: vi.fn(async () => ({ result: "queued", position: 2 })),
    leaveQueue: vi.fn(async () => ({})),
    close: vi.fn(async () => ({})),
    agentCard: vi.fn(async () => {
      throw unreachable;
    }),
    evaluationState: vi.fn(async () => ({ isEvaluated: false, isAllowed: true })),
    evaluate: vi.fn(async () => ({})),
    typing: vi.fn(async () => ({})),
    upload: vi.fn(async (_user: string, file: File) => ({ url: `/files/${file.name}`, name: file.name })),
    sendFile: vi.fn(async (_user: string, id: string) => ({
      clientId: id,
      messageId: `${SESSION}.${id}`,
      at: ++now,
      seq: now,
    })),
    resetInfo: vi.fn(async (..._said: unknown[]) => ({})),
  };
  const visit: Visit = {
    // The fake implements only the calls that a visit uses.
    api: api as unknown as VisitorApi,
    clock: { now: () => now, sleep: async () => undefined },
    keeper: createKeeper(() => localStorage),
    tabKeeper: createKeeper(() => sessionStorage),
    outbox: waitingRoom,
    channel: v.parse(channelSchema, { tenantId: "demo", channelId: "demo", robotNo: "fern", ...over }),
    query: readQuery(query),
    handedOver,
    locale: "en",
    random: () => 0,
    onNoAgent: vi.fn(),
    newId: () => `id-${++ids}`,
    conversation: () => conversation,
    change: (change) => {
      const before = conversation;
      conversation = reduce(before, change);
      chat.keepUnsent(before, conversation);
    },
    pickGroup: vi.fn(async () => "sales"),
    fillForm: vi.fn(async () => true),
    onRefused: vi.fn(),
    onUnreachable: vi.fn(),
    onFileRefused: vi.fn(),
    onNoRoomForFiles: vi.fn(),
    onMessage: vi.fn(),
    onCall: vi.fn(),
    who: { userId: "", token: "", pollId: "" },
    hasTakenUpUnsent: false,
    serverAheadMs: 0,
    outlivesPage: true,
  };
  const chat = createChat(visit);
  return { chat, api, visit, polls, now: () => conversation };
}

/** Waits until everything that needs no server has happened. */
export const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

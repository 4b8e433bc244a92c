/** The calls under /api/agent/, each with exactly the body of its golden request: Protocol, 'Agent API'. */
import type { AgentStatus } from "../wire/account";
import * as agent from "../wire/agent";
import { help } from "../wire/assist";
import { FILE_TYPES, type FileKind, MsgType } from "../wire/codes";
import { customerContext } from "../wire/customer";
import { nothing } from "../wire/envelope";
import { leftMessage } from "../wire/leaveMessage";
import type { WireContent } from "../wire/outgoing";
import { readyDocuments, readyReplies, readyReply } from "../wire/ready";
import { type FoundKind, foundPage } from "../wire/search";
import { sent, uploaded } from "../wire/session";
import * as team from "../wire/team";
import * as visitors from "../wire/visitor";
import { HandleTypeNumber, type OrderStatus, OrderStatusNumber, workOrder } from "../wire/workOrder";
import { createAccountApi } from "./account";
import { type Attached, fileBody } from "./attached";
import { createChannelApi } from "./channel";
import { createHttp, type HttpSettings } from "./http";
import { createItemsApi } from "./items";
import { createSupervisingApi } from "./supervising";
import { upload } from "./upload";

/** The message type of each file kind; agents may also send audio. */
const AGENT_FILE_TYPES = { ...FILE_TYPES, audio: MsgType.Audio } as const;

export type AgentFileKind = FileKind | "audio";

const PREFIX = "/api/agent/";

/** Protocol, 'History': a page of the history. */
export const HISTORY_PAGE_SIZE = 20;

/** Time beyond the requested wait after which the page gives a long poll up. */
const POLL_GRACE_MS = 10_000;

/** The server waits at most 20 s for the large model. */
const HELP_MS = 30_000;

/** A list of conversations: the agent's own, the waiting ones of the agent's groups, or those with the robot. */
export type Box = "mine" | "queue" | "robot";

/** An agent's reply to a work order or an internal note on it, with files and the order's new status. */
export type OrderWord = {
  kind: "agent" | "internal";
  status: OrderStatus;
  text: string;
  files: readonly Attached[];
};

/** What a search asks for; empty values filter nothing. */
export type SearchAsk = {
  text: string;
  kind: FoundKind | "";
  state: "open" | "ended" | "";
  from: number;
  to: number;
  channelId: string;
  groupId: string;
  adminId: string;
  tag: string;
  rating: number;
  cursor: string;
};

/** Where an agent's open conversations go: they keep them, or the queue, a colleague or a group gets them. */
export type OpenTalks =
  | { open: "keep" | "queue" }
  | { open: "agent"; adminId: string }
  | { open: "group"; groupId: string };

/** What an agent corrects of a visitor; what is absent stays. */
export type VisitorChange = { userName?: string; email?: string; phone?: string };

export type AgentApi = ReturnType<typeof createAgentApi>;

export function createAgentApi(settings: Omit<HttpSettings, "prefix">) {
  const all = { ...settings, prefix: PREFIX };
  const http = createHttp(all);
  return {
    ...createAccountApi(settings),
    ...createItemsApi(http),
    ...createSupervisingApi(http, all),

    /** `open` is where the agent's conversations go who goes offline. */
    setStatus: (status: AgentStatus, capacity: number, open?: OpenTalks) =>
      http.post("setStatus", { status, capacity, ...open }, agent.standing),

    /** Says that the agent has the conversation in view. */
    accept: (userId: string) => http.post("accept", { userId }, nothing, { isQuiet: true }),

    /** Without a cursor, events start at the current end of the desk's log. */
    poll: (ask: { wait: number; cursor?: number }, signal: AbortSignal) =>
      // While the page is hidden, the agent may get notifications.
      http.post("getEventMsg", { ...ask, hidden: document.hidden ? 1 : 0 }, agent.deskPolled, {
        signal,
        timeoutMs: ask.wait + POLL_GRACE_MS,
      }),

    list: (box: Box, cursor: string) =>
      http.post("listConversations", { box, search: "", cursor }, agent.conversationList),

    search: (ask: SearchAsk) => http.post("search", ask, foundPage),

    /** A channel as its visitors see it. */
    channel: createChannelApi({ ...settings, token: () => undefined }).channelInfo,

    visitor: (userId: string) => http.post("getVisitor", { userId }, agent.visitor),

    /** The earlier conversations of a visitor's person, and what they left. */
    past: (userId: string) => http.post("getVisitorPast", { userId }, visitors.past),

    /** Corrects a visitor's name and contact; an empty text deletes it. */
    editVisitor: (userId: string, change: VisitorChange) =>
      http.post("editVisitor", { userId, ...change }, nothing, { isQuiet: true }),

    block: (userId: string, length: visitors.BlockLength, reason: string) =>
      http.post("blockVisitor", { userId, for: length, reason }, visitors.block, { isQuiet: true }),

    /** For a minute, the poll tells what is new in a conversation of somebody else. `page` watches no other one. */
    watch: (userId: string, page: string) =>
      http.post("watch", { userId, page }, visitors.watched, { isQuiet: true }),

    unwatch: (userId: string, page: string) =>
      http.post("unwatch", { userId, page }, nothing, { isQuiet: true }),

    /** Takes a conversation over from the robot. */
    stepIn: (userId: string) => http.post("stepIn", { userId }, agent.conversation),

    /** What the shop's own system knows of a visitor; the server asks it for at most 2 s. */
    customer: (userId: string, isRefresh: boolean) =>
      http.post("getCustomerContext", { userId, refresh: isRefresh ? 1 : 0 }, customerContext),

    /** `before` is 0 for the newest page. */
    history: (userId: string, before: number) =>
      http.post(
        "getHistoryMsg",
        { userId, pageSize: HISTORY_PAGE_SIZE, maxTime: before },
        agent.agentHistory,
      ),

    /** `answers` is the id of the message it replies to, or empty. */
    sendText: (userId: string, id: string, text: string, answers: string) =>
      http.post(
        "sendMsg",
        {
          userId,
          id,
          msgType: MsgType.Text,
          msgContent: text,
          ...(answers === "" ? {} : { replyMsg: answers }),
        },
        sent,
      ),

    /** Sends a file that is already uploaded. */
    sendFile: (
      userId: string,
      id: string,
      file: { kind: AgentFileKind; url: string; fileName: string; sizeBytes: number },
    ) =>
      http.post(
        "sendMsg",
        {
          userId,
          id,
          msgType: AGENT_FILE_TYPES[file.kind],
          msgContent: file.url,
          fileName: file.fileName,
          size: file.sizeBytes,
        },
        sent,
      ),

    /** Sends formatted text, a card or a form. */
    sendContent: (userId: string, id: string, content: WireContent, answers: string) =>
      http.post(
        "sendMsg",
        { userId, id, ...content, ...(answers === "" ? {} : { replyMsg: answers }) },
        sent,
      ),

    /** Stores an internal note in the conversation; only agents see it. The mentioned colleagues hear of it. */
    note: (userId: string, id: string, text: string, mentions: readonly string[]) =>
      http.post("note", { userId, id, text, ...(mentions.length === 0 ? {} : { mentions }) }, sent),

    /** Other agents of the tenant whose name contains the text. */
    mentionable: (search: string, signal?: AbortSignal) =>
      http.post("listMentionable", { search }, team.mentionable, signal ? { signal } : {}),

    mentions: () => http.post("mentions/list", {}, team.mentionList),

    /** Marks the mentions in the conversations with a visitor as read; an empty id means all. */
    readMentions: (userId: string) => http.post("mentions/read", { userId }, team.readMentions),

    /** All tags of the tenant, by name. */
    tags: () => http.post("tags/list", {}, team.tagList),

    /** Only supervisors and administrators may create tags. */
    createTag: (name: string, colour: team.TagColour) => http.post("tags/create", { name, colour }, team.tag),

    changeTags: (userId: string, add: readonly string[], remove: readonly string[]) =>
      http.post("changeTags", { userId, add, remove }, team.changedTags),

    drafts: () => http.post("drafts/list", {}, team.draftList),

    /** An empty text deletes the draft. `page` is this page's own name. */
    saveDraft: (draft: { userId: string; text: string; isNote: boolean }, page: string) =>
      http.post(
        "drafts/save",
        { userId: draft.userId, text: draft.text, note: draft.isNote ? 1 : 0, page },
        team.draft,
        { isQuiet: true, outlivesPage: true },
      ),

    /** Lists quick replies: first the shared ones, then the agent's own. */
    quickReplies: (search: string) => http.post("quickReplies/list", { search }, readyReplies),

    /** Stores an own quick reply; `version` is the one that it replaces, 0 for a new reply. */
    keepQuickReply: (reply: { id: string; title: string; text: string; version: number }) =>
      http.post("quickReplies/put", { ...reply, folder: "", shared: false }, readyReply),

    removeQuickReply: (id: string) => http.post("quickReplies/delete", { id, shared: false }, nothing),

    /** Documents of the tenant's robots that match a question, best first. */
    documents: (question: string, language: string, signal: AbortSignal) =>
      http.post("searchDocs", { question, lang: language }, readyDocuments, { signal }),

    /** What the robots would answer or suggest, at most three. */
    suggestions: (question: string, language: string, signal: AbortSignal) =>
      http.post("searchDocs", { question, lang: language, suggest: 1 }, readyDocuments, {
        signal,
        isQuiet: true,
      }),

    /** A message or a draft in another language, by the tenant's large model. */
    translate: (userId: string, text: string, lang: string) =>
      http.post("translate", { userId, text, lang }, help, { isQuiet: true, timeoutMs: HELP_MS }),

    /** What the conversation is about, by the tenant's large model. */
    sumUp: (userId: string, lang: string) =>
      http.post("sumUp", { userId, lang }, help, { isQuiet: true, timeoutMs: HELP_MS }),

    recall: (userId: string, msgId: string) => http.post("recallMsg", { userId, msgId }, nothing),

    typing: (userId: string) => http.post("typing", { userId }, nothing),

    read: (userId: string, cursor: number) => http.post("read", { userId, cursor }, nothing),

    takeNext: () => http.post("takeNext", { groupId: "" }, agent.conversation),

    take: (userId: string) => http.post("take", { userId }, agent.conversation),

    inviteEvaluation: (userId: string) => http.post("inviteEvaluate", { userId }, nothing),

    receivers: (signal: AbortSignal) => http.post("listColleagues", {}, agent.receivers, { signal }),

    /** Hands a conversation over to a colleague or to a group's queue; the note is for the next agent. */
    handOver: (userId: string, to: agent.Receiver, note: string) =>
      http.post(
        "transferConversation",
        { userId, note, ...(to.kind === "group" ? { groupId: to.id } : { adminId: to.id }) },
        nothing,
      ),

    /** Sends the conversation, as the visitor sees it, to the address that they gave. */
    sendTranscript: (userId: string, email: string) =>
      http.post("sendTranscript", { userId, email }, nothing, { isQuiet: true }),

    close: (userId: string) => http.post("closeConversation", { userId }, nothing),

    /** With `byMail`, the remark also goes to the visitor's address. */
    handleMessage: (id: string, remark: string, byMail: boolean) =>
      http.post("handleLeaveMsg", { id, msgDesc: remark, mail: byMail ? 1 : 0 }, leftMessage),

    /** `id` is chosen by the page and makes the call idempotent. */
    handleOrder: (id: string, orderId: string, said: OrderWord) =>
      http.post(
        "handleWorkOrder",
        {
          id,
          woId: orderId,
          handleType: HandleTypeNumber[said.kind],
          handleWoStatus: OrderStatusNumber[said.status],
          handleContent: said.text,
          woFileRelVoList: said.files.map(fileBody),
        },
        workOrder,
      ),

    upload: (userId: string, file: File, onProgress: (share: number) => void, signal?: AbortSignal) =>
      upload(all, "upload", {
        fields: { userId, purpose: "chat" },
        file,
        answer: uploaded,
        onProgress,
        ...(signal ? { signal } : {}),
      }),
  };
}

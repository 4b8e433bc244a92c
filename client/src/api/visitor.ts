/** The calls under /api/chat/visitor/, each with exactly the body of its golden request: Protocol, 'Visitor calls'. */
import type { FlowButton } from "../wire/answer";
import { type Card, productText } from "../wire/card";
import { EvaluateMode, FILE_TYPES, type FileKind, MsgType, SenderType } from "../wire/codes";
import { nothing } from "../wire/envelope";
import { type EvaluationSetting, evaluationSetting, evaluationState } from "../wire/evaluation";
import { type Form, type FormAnswers, filledText, requestBody } from "../wire/form";
import { relayed, tips } from "../wire/page";
import * as session from "../wire/session";
import { createChannelApi, VISITOR_PREFIX } from "./channel";
import { type CallOptions, createHttp, type HttpSettings } from "./http";
import { upload } from "./upload";

/** Protocol, 'Visitor calls': a page of the history. */
export const HISTORY_PAGE_SIZE = 20;

/** What the page knows about the visitor when it opens. */
export type Introduction = {
  channelId: string;
  userId: string;
  token: string;
  /** The token of a mail's link. */
  link: string;
  /** A queue ticket: the visitor who waits with it. The page then says neither who comes nor whom it knows. */
  ticket?: string;
  userHash: string;
  locale: string;
  userName: string;
  email: string;
  phone: string;
  groupId: string;
  adminId: string;
  pid: string;
  fiyBookCode: string; // [sic] Protocol, 'Visitor calls'
  params: string;
  previousUrl: string;
  refer: string;
  title: string;
  context: string;
  priority: number;
  priorityHash: string;
  /** The IANA name of the browser's time zone. */
  timeZone: string;
};

/** A rating of a session. Stars are 1 to 5. */
export type Rating = {
  about: "robot" | "agent";
  id: string;
  isSolved: boolean;
  stars: number;
  tags: readonly string[];
  text: string;
  occasion: keyof typeof EvaluateMode;
};

/** What the visitor tapped: a question, named by its document, or a button of a flow. */
export type Choice = { docId?: string; button?: FlowButton };

/** What the host page passes to the tenant's own service, which a flow may call. */
export type ForService = { customerToken?: string; customerParameters?: string };

export type RatedAnswer = {
  docId: string;
  robotNo: string;
  sessionId: string;
  tenantId: string;
  msgId: string;
};

/** The form before the chat as it is sent: Protocol, 'Form before the chat'. */
export type PreChatAnswers = {
  contact: { userName: string; phone: string; email: string };
  others: Readonly<Record<string, string>>;
};

export type VisitorApi = ReturnType<typeof createVisitorApi>;

export function createVisitorApi(settings: Omit<HttpSettings, "prefix">) {
  const http = createHttp({ ...settings, prefix: VISITOR_PREFIX });
  return {
    ...createChannelApi(settings),

    chatStart: (who: Introduction, options?: CallOptions) =>
      http.post("chatStart", who, session.started, { ...options, isQuiet: true }),

    /** A link that keeps the place in the queue on another device. */
    queueTicket: (userId: string) =>
      http.post("queueTicket", { userId }, session.queueTicket, { isQuiet: true }),

    poll: (userId: string, pollId: string, ask: session.PollAsk, signal: AbortSignal) =>
      http.post("getEventMsg", { userId, pollId, ...ask }, session.polled, {
        signal,
        // A dead connection gives no error; the page gives it up ten seconds after the response was due.
        timeoutMs: ask.wait + 10_000,
        isQuiet: true,
      }),

    history: (userId: string, maxTime: number, seqGap = false) =>
      http.post(
        "getHistoryMsg",
        { userId, pageSize: HISTORY_PAGE_SIZE, maxTime, seqGap },
        session.historyPage,
        { isQuiet: true },
      ),

    offlineMessages: (userId: string, pollId: string) =>
      http.post("getOfflineMsg", { userId, pollId }, session.offlineMessages, { isQuiet: true }),

    markRead: (userId: string, pollId: string, cursor: number) =>
      http.post("msgComplete", { userId, pollId, cursor }, nothing, { isQuiet: true }),

    sendText: (userId: string, id: string, text: string, options?: CallOptions) =>
      http.post("sendMsg", messageBody(userId, id, MsgType.Text, text), session.sent, options),

    /** Sends a file that is already uploaded. */
    sendFile: (
      userId: string,
      id: string,
      file: { kind: FileKind; url: string; fileName: string },
      options?: CallOptions,
    ) =>
      http.post(
        "sendMsg",
        { ...messageBody(userId, id, FILE_TYPES[file.kind], file.url), fileName: file.fileName },
        session.sent,
        options,
      ),

    sendCard: (userId: string, id: string, card: Card, options?: CallOptions) =>
      http.post("sendMsg", messageBody(userId, id, MsgType.Card, productText(card)), session.sent, options),

    /** Sends the answers to the form in the message `formMsgId`. */
    sendForm: (userId: string, id: string, formMsgId: string, form: Form, answers: FormAnswers) =>
      http.post(
        "sendMsg",
        { ...messageBody(userId, id, MsgType.Form, filledText(form, answers)), formMsgId },
        session.sent,
        { isQuiet: true },
      ),

    /** Sends answers to the tenant's own service through the server. */
    relayForm: (userId: string, msgId: string, form: Form, answers: FormAnswers) =>
      http.post(
        "fromRequest",
        { userId, msgId, ...form.target, requestBody: requestBody(form, answers) },
        relayed,
        { isQuiet: true },
      ),

    /** `choice` is filled if the visitor tapped and did not type; `click` is then 1. */
    askRobot: (
      userId: string,
      id: string,
      robotNo: string,
      question: string,
      { docId = "", button }: Choice,
      { customerToken = "", customerParameters = "" }: ForService,
      options?: CallOptions,
    ) =>
      http.post(
        "robotAsk",
        {
          userId,
          id,
          question,
          robotNo,
          docId,
          itemId: button?.itemId ?? "",
          click: docId === "" && !button ? 0 : 1,
          button: { id: button?.id ?? "", name: button?.name ?? "" },
          nodeId: button?.nodeId ?? "",
          bingCode: button?.bindCode ?? "", // [sic] Protocol, 'robotAsk'
          bindValue: button?.bindValue ?? "",
          customerToken,
          customerParameters,
          // The last question to an agent: always empty, as this page never returns from an agent to the robot.
          agentTime: "",
          agentAskContent: "",
        },
        session.asked,
        options,
      ),

    /** Whether an answer helped: Protocol, 'Tips, articles, feedback', commentDoc. */
    rateAnswer: (userId: string, about: RatedAnswer, isUseful: boolean) =>
      http.post("commentDoc", { userId, ...about, isUseful: isUseful ? 1 : 0 }, nothing),

    transfer: (userId: string, groupId: string, adminId: string) =>
      http.post("transferAgent", { userId, groupId, adminId }, session.transferred),

    leaveQueue: (userId: string) => http.post("leaveQueue", { userId }, nothing),

    typing: (userId: string, text: string) =>
      http.post("typing", { userId, msgContent: text }, nothing, { isQuiet: true }),

    /** The robot's questions that begin like `question`. */
    tips: (userId: string, robotNo: string, question: string, signal: AbortSignal) =>
      http.post("robotTips", { userId, robotNo, question }, tips, { signal, isQuiet: true }),

    /** Submits the form before the chat; `formParams` is JSON by field key. */
    submitForm: (userId: string, form: PreChatAnswers) =>
      http.post(
        "submitUserForm",
        { userId, ...form.contact, formParams: JSON.stringify(form.others) },
        nothing,
      ),

    /** Replaces the visitor's facts, for example their language. */
    resetInfo: (userId: string, pollId: string, facts: Partial<Introduction>) =>
      http.post("resetInfo", { userId, pollId, ...facts }, nothing, { isQuiet: true }),

    close: (userId: string) => http.post("chatClose", { userId }, nothing),

    agentCard: (userId: string) =>
      http.post("getAdminCard", { userId }, session.agentCard, { isQuiet: true }),

    article: (userId: string, docId: string, channelId: string, locale: string) =>
      http.post("getRobotDoc", { userId, docId, channelId, locale }, session.article, { isQuiet: true }),

    evaluationSetting: (tenantId: string, channelId: string): Promise<EvaluationSetting> =>
      http.post("getEvaluateInfo", { tenantId, channelId }, evaluationSetting),

    evaluationState: (userId: string) =>
      http.post("isEvaluate", { userId }, evaluationState, { isQuiet: true }),

    evaluate: (userId: string, rating: Rating) => http.post("evaluate", ratingBody(userId, rating), nothing),

    upload: (userId: string, file: File, onProgress: (share: number) => void, signal?: AbortSignal) =>
      upload({ ...settings, prefix: VISITOR_PREFIX }, "upload", {
        fields: { userId, purpose: "chat" },
        file,
        answer: session.uploaded,
        onProgress,
        ...(signal ? { signal } : {}),
      }),
  };
}

function messageBody(userId: string, id: string, msgType: number, msgContent: string) {
  return { userId, id, msgType, msgContent, senderType: SenderType.Visitor };
}

function ratingBody(userId: string, rating: Rating) {
  const { isSolved, stars, tags, text, occasion } = rating;
  const subject = rating.about === "robot" ? "Robot" : "Admin";
  return {
    userId,
    id: rating.id,
    [`evaluate${subject}Solve`]: isSolved ? 1 : 0,
    [`evaluate${subject}Mode`]: EvaluateMode[occasion],
    [`evaluate${subject}Star`]: stars,
    [`evaluate${subject}Tag`]: tags.join(","),
    [`evaluate${subject}Content`]: text,
  };
}

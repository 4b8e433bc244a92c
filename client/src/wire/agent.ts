/**
 * The responses of the agent API, read into the product's terms: Protocol, 'Agent API'.
 *
 * adminId → agent id, adminNick → nick, adminFace → face, waitIndex → position, lastMsg → lastMessage,
 * out type → reason.
 */
import * as v from "valibot";
import { type Group, groupList, status, statusOf } from "./account";
import { type CallNews, readCallNews } from "./call";
import { OutType, UserStatus } from "./codes";
import { type Duty, duty, type Rescue, rescue } from "./duty";
import { type Item, item } from "./item";
import { message as anyMessage, type Message } from "./message";
import { count, flag, jsonText, lenientList, maybeCount, text, wireTime } from "./scalars";
import { type Draft, draft, type Mention, mention, mentioned } from "./team";
import { block, NO_VISIT, visit } from "./visitor";
import { type DeskAlarm, deskAlarm } from "./wall";

/** Why a conversation ended, seen from the desk; `passedOn`: it went to a colleague or back to the queue. */
export type EndReason = "visitorTimeout" | "agentClosed" | "over" | "passedOn";
/** Another agent at their desk; `free` is the number of further conversations they can take. */
export type Colleague = { id: string; name: string; free: number };
/** The receiver of a conversation that is handed over. */
export type Receiver = { kind: "group" | "colleague"; id: string };
/** The possible receivers of a conversation. */
export type Receivers = { groups: Group[]; colleagues: Colleague[] };

/** Response of listColleagues. */
export const receivers = v.pipe(
  v.object({
    agents: lenientList(v.object({ adminId: text, adminNick: text, free: count })),
    groups: groupList,
  }),
  v.transform(
    ({ agents, groups }): Receivers => ({
      groups,
      colleagues: agents.map(({ adminId, adminNick, free }) => ({
        id: adminId,
        name: adminNick || adminId,
        free,
      })),
    }),
  ),
);

/** Response of setStatus. */
export const standing = v.object({ status, capacity: count });
export type Standing = v.InferOutput<typeof standing>;

const noted = v.fallback(v.object({ mentions: v.optional(lenientList(mentioned)) }), {});

/** A message as an agent reads it: a note names the colleagues whom it mentions. Visitors' pages never load this. */
function readMessage(raw: unknown): Message | undefined {
  const read = v.safeParse(anyMessage, raw);
  if (!read.success) return undefined;
  const { mentions = [] } = v.parse(noted, raw);
  return mentions.length === 0 ? read.output : { ...read.output, mentions };
}

/** Response of the agents' getHistoryMsg. */
export const agentHistory = v.pipe(
  v.object({ msgList: lenientList(v.unknown()), maxTime: count, more: flag }),
  v.transform((wire) => ({
    messages: wire.msgList.flatMap((raw) => readMessage(raw) ?? []),
    before: wire.maxTime,
    hasOlder: wire.more,
  })),
);

/** One row of a list, and the response of take and takeNext. */
export const conversation = v.pipe(
  v.object({
    userId: v.pipe(v.string(), v.nonEmpty()),
    sessionId: text,
    userName: text,
    channelId: text,
    groupId: text,
    status: count,
    waitIndex: count,
    since: wireTime,
    lastMsg: v.optional(v.unknown()),
    unread: count,
    tags: lenientList(v.string()),
    duty: v.fallback(v.optional(duty), undefined),
  }),
  v.transform((wire) => {
    const last = readMessage(wire.lastMsg);
    return {
      userId: wire.userId,
      sessionId: wire.sessionId,
      userName: wire.userName,
      channelId: wire.channelId,
      groupId: wire.groupId,
      isQueued: wire.status === UserStatus.Queued,
      isRobots: wire.status === UserStatus.Robot,
      position: wire.waitIndex,
      since: wire.since,
      lastMessage: last?.id ? last : undefined,
      unread: wire.unread,
      tags: wire.tags,
      duty: wire.duty,
    };
  }),
);
export type ConversationRow = v.InferOutput<typeof conversation>;

/** Response of listConversations; `next` is the cursor of the next page, empty at the end. */
export const conversationList = v.pipe(
  v.object({ list: lenientList(conversation), cursor: text }),
  v.transform((wire) => ({ rows: wire.list, next: wire.cursor })),
);

/** What the visitor asked the robot before: robotSummary of getVisitor. */
const robotSummary = v.pipe(
  v.object({
    asked: count,
    unknown: count,
    unsure: count,
    questions: lenientList(v.string()),
    flowName: text,
    nodeId: text,
    variables: lenientList(v.object({ name: text, value: text })),
  }),
  v.transform(({ flowName, nodeId, ...wire }) => ({ ...wire, flow: flowName, step: nodeId })),
);
export type RobotSummary = v.InferOutput<typeof robotSummary>;

/** Named values from a form or from the host page, as JSON in a text. Only texts, numbers and lists are read. */
const namedValues = v.pipe(
  jsonText(v.record(v.string(), v.unknown()), {}),
  v.transform((wire) =>
    Object.entries(wire).flatMap(([name, value]) => {
      const said = Array.isArray(value) ? value.join(", ") : value;
      const isSaid = typeof said === "string" || typeof said === "number";
      return isSaid && said !== "" ? [{ name, value: String(said) }] : [];
    }),
  ),
);

/** Response of getVisitor. */
export const visitor = v.pipe(
  v.object({
    userId: text,
    userName: text,
    email: text,
    phone: text,
    channelId: text,
    locale: text,
    previousUrl: text,
    refer: text,
    title: text,
    context: namedValues,
    priority: count,
    params: namedValues,
    formParams: namedValues,
    pid: text,
    fiyBookCode: text, // [sic] Protocol, 'Agent API'
    device: text,
    robotTried: flag,
    robotSummary: v.fallback(v.optional(robotSummary), undefined),
    sessions: count,
    since: wireTime,
    sessionId: text,
    readCursor: count,
    tags: lenientList(v.string()),
    visit: v.fallback(v.optional(visit, NO_VISIT), NO_VISIT),
    /** The shop's own name of the visitor, which the shop signed; empty if it did not. */
    verifiedId: text,
    block: v.fallback(v.optional(block), undefined),
  }),
  v.transform(
    ({
      userName,
      previousUrl,
      refer,
      robotTried,
      robotSummary,
      formParams,
      params,
      title,
      context,
      priority,
      readCursor,
      fiyBookCode,
      ...wire
    }) => ({
      ...wire,
      /** The title of the page they are on. */
      pageTitle: title,
      /** The shop lets them wait before the others. */
      hasPriority: priority === 1,
      /** The tenant's own code for a campaign. */
      campaign: fiyBookCode,
      /** The visitor has read this session's log up to this place. */
      readUpTo: readCursor,
      name: userName,
      page: refer,
      cameFrom: previousUrl,
      hasTriedRobot: robotTried,
      /** Undefined if the robot was not asked. */
      robot: robotSummary,
      /** The answers to the form before the chat. */
      answers: formParams,
      /** What the host page tells about the visitor and about itself. */
      told: [...context, ...params],
    }),
  ),
);
export type Visitor = v.InferOutput<typeof visitor>;

type EventBody =
  | {
      kind: "assigned";
      userName: string;
      channelId: string;
      groupId: string;
      since: number;
      duty: Duty | undefined;
    }
  /** What the agent owes in the conversation changed. */
  | { kind: "due"; duty: Duty }
  /** A visitor was rescued from an agent. */
  | { kind: "rescued"; rescue: Rescue }
  /** The supervisor's wall has this version. */
  | { kind: "wall"; version: number }
  /** A threshold of the tenant was passed. */
  | { kind: "alarm"; alarm: DeskAlarm }
  | { kind: "message"; message: Message }
  /** A message has changed, such as a form that was filled in, or an answer that a large model wrote. */
  | { kind: "amended"; message: Message }
  /** The text in the visitor's composer that is not sent yet. */
  | { kind: "typing"; text: string }
  /** The visitor has read the session's log up to this place. */
  | { kind: "read"; upTo: number }
  | { kind: "recalled"; messageId: string }
  | { kind: "closed"; reason: EndReason }
  | { kind: "evaluated"; stars: number; isSolved: boolean }
  | { kind: "queue"; waiting: { groupId: string; count: number }[] }
  /** The conversation went to a colleague, or, without an agent's id, to a group's queue. */
  | { kind: "transferred"; by: string; agentId: string; groupId: string }
  | { kind: "status"; standing: Standing }
  | { kind: "presence"; isPresent: boolean }
  /** Something about a call; `line` is its text in the list. */
  | { kind: "call"; line: string; news: CallNews }
  /** A visitor left a message or a work order; `waiting` is the number not handled yet. */
  | { kind: "left"; what: "message" | "order"; id: string; waiting: number }
  /** All tags of the session from this line of its log on. */
  | { kind: "tagged"; tags: string[]; line: number }
  /** What the agent typed in a page that calls itself `page`. */
  | { kind: "draft"; draft: Draft; page: string }
  | { kind: "mentioned"; mention: Mention }
  /** The mentions changed on another page, or one was withdrawn. */
  | { kind: "mentions" }
  /** A left message or a work order is new or has changed. */
  | { kind: "item"; item: Item }
  /** An item of this agent is due. */
  | { kind: "itemDue"; item: Item }
  /** An agent corrected the visitor's details. */
  | { kind: "corrected"; name: string }
  | { kind: "unknown" };

/** One event of the desk's poll; typing has no `seq`. */
export type DeskEvent = EventBody & { seq?: number; userId: string; sessionId: string };

const lines = lenientList(v.object({ groupId: text, count }));

const entry = v.looseObject({
  event: text,
  seq: maybeCount,
  userId: text,
  sessionId: text,
  userName: text,
  channelId: text,
  groupId: text,
  adminId: text,
  by: text,
  since: wireTime,
  msg: v.optional(v.unknown()),
  msgId: text,
  msgContent: text,
  cursor: count,
  outType: count,
  star: count,
  solved: flag,
  waiting: v.optional(v.unknown()),
  what: text,
  id: text,
  status: text,
  capacity: count,
  present: flag,
  tags: v.fallback(lenientList(v.string()), []),
  page: text,
  item: v.optional(v.unknown()),
  version: count,
  duty: v.fallback(v.optional(duty), undefined),
});
type Entry = v.InferOutput<typeof entry>;

/** Reads an unreadable event as `unknown`, so that the cursor passes it and the desk goes on. */
const deskEvent = v.pipe(
  v.unknown(),
  v.transform((raw): DeskEvent => {
    const read = v.safeParse(entry, raw);
    if (!read.success) return { kind: "unknown", userId: "", sessionId: "" };
    const { seq, userId, sessionId } = read.output;
    return { ...bodyOf(read.output, raw), ...(seq === undefined ? {} : { seq }), userId, sessionId };
  }),
);

/** Response of the desk's getEventMsg. */
export const deskPolled = v.pipe(
  v.object({ cursor: count, more: flag, gap: flag, msgList: v.array(deskEvent) }),
  v.transform((wire) => ({
    cursor: wire.cursor,
    hasMore: wire.more,
    hasGap: wire.gap,
    events: wire.msgList,
  })),
);
export type DeskPolled = v.InferOutput<typeof deskPolled>;

function bodyOf(wire: Entry, raw: unknown): EventBody {
  switch (wire.event) {
    case "assigned": {
      const { userName, channelId, groupId, since, duty } = wire;
      return { kind: "assigned", userName, channelId, groupId, since, duty };
    }
    case "amended":
    case "message": {
      const message = readMessage(wire.msg);
      const kind = wire.event === "amended" ? ("amended" as const) : ("message" as const);
      return message ? { kind, message } : { kind: "unknown" };
    }
    case "typing":
      return { kind: "typing", text: wire.msgContent };
    case "read":
      return { kind: "read", upTo: wire.cursor };
    case "recalled":
      return { kind: "recalled", messageId: wire.msgId };
    case "closed":
      return { kind: "closed", reason: endReason(wire.outType) };
    case "evaluated":
      return { kind: "evaluated", stars: wire.star, isSolved: wire.solved };
    case "queue":
      return { kind: "queue", waiting: v.parse(lines, wire.waiting) };
    case "transferred":
      return { kind: "transferred", by: wire.by, agentId: wire.adminId, groupId: wire.groupId };
    case "status":
      return { kind: "status", standing: { status: statusOf(wire.status), capacity: wire.capacity } };
    case "presence":
      return { kind: "presence", isPresent: wire.present };
    case "callSignal": {
      const news = readCallNews(raw);
      return news ? { kind: "call", line: wire.msgContent, news } : { kind: "unknown" };
    }
    case "visitor":
      return { kind: "corrected", name: wire.userName };
    case "left":
      return {
        kind: "left",
        what: wire.what === "workOrder" ? "order" : "message",
        id: wire.id,
        waiting: v.parse(count, wire.waiting),
      };
    case "tagged":
      return { kind: "tagged", tags: wire.tags, line: wire.cursor };
    case "draft": {
      const read = v.safeParse(draft, raw);
      return read.success ? { kind: "draft", draft: read.output, page: wire.page } : { kind: "unknown" };
    }
    case "mentioned": {
      const read = v.safeParse(mention, raw);
      return read.success ? { kind: "mentioned", mention: read.output } : { kind: "unknown" };
    }
    case "mentions":
      return { kind: "mentions" };
    case "due":
      return wire.duty ? { kind: "due", duty: wire.duty } : { kind: "unknown" };
    case "rescued": {
      const read = v.safeParse(rescue, raw);
      return read.success ? { kind: "rescued", rescue: read.output } : { kind: "unknown" };
    }
    case "wall":
      return { kind: "wall", version: wire.version };
    case "alarm": {
      const read = v.safeParse(deskAlarm, raw);
      return read.success ? { kind: "alarm", alarm: read.output } : { kind: "unknown" };
    }
    case "item":
    case "itemDue": {
      const read = v.safeParse(item, wire.item);
      const kind = wire.event === "item" ? ("item" as const) : ("itemDue" as const);
      return read.success ? { kind, item: read.output } : { kind: "unknown" };
    }
    default:
      return { kind: "unknown" };
  }
}

function endReason(outType: number): EndReason {
  if (outType === OutType.PassedOn) return "passedOn";
  if (outType === OutType.VisitorTimeout) return "visitorTimeout";
  return outType === OutType.AgentClosed ? "agentClosed" : "over";
}

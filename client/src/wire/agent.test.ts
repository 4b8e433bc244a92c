import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import * as account from "./account";
import * as agent from "./agent";
import { help } from "./assist";
import { call } from "./call";
import { customerContext } from "./customer";
import { envelope, nothing } from "./envelope";
import { leftMessage, leftMessagesPage } from "./leaveMessage";
import * as reports from "./report";
import { foundPage } from "./search";
import { sent, uploaded } from "./session";
import { invitation } from "./setup";
import * as team from "./team";
import * as visitors from "./visitor";
import * as supervisors from "./wall";
import { workOrder, workOrdersPage } from "./workOrder";

const folder = join(import.meta.dirname, "../../../fixtures/wire/agent");

/** The schema of each call's response. */
const answers: Record<string, v.GenericSchema<unknown, unknown>> = {
  accept: nothing,
  answerCall: call,
  forceClose: nothing,
  setStatusOf: agent.standing,
  whisper: sent,
  sumUp: help,
  translate: help,
  blockVisitor: visitors.block,
  callSignal: nothing,
  changeTags: team.changedTags,
  editVisitor: nothing,
  getVisitorPast: visitors.past,
  stepIn: agent.conversation,
  unwatch: nothing,
  watch: visitors.watched,
  closeConversation: nothing,
  forgotPassword: nothing,
  inviteCall: call,
  join: account.loggedIn,
  joinInfo: invitation,
  refuseCall: nothing,
  getWorkOrder: workOrder,
  handleLeaveMsg: leftMessage,
  handleWorkOrder: workOrder,
  listLeaveMsgs: leftMessagesPage,
  listWorkOrders: workOrdersPage,
  getEventMsg: agent.deskPolled,
  getCustomerContext: customerContext,
  getHistoryMsg: agent.agentHistory,
  getVisitor: agent.visitor,
  inviteEvaluate: nothing,
  listColleagues: agent.receivers,
  listMentionable: team.mentionable,
  listConversations: agent.conversationList,
  login: account.loggedIn,
  logout: nothing,
  me: account.me,
  note: sent,
  read: nothing,
  recallMsg: nothing,
  search: foundPage,
  sendMsg: sent,
  sendTranscript: nothing,
  setStatus: agent.standing,
  take: agent.conversation,
  takeNext: agent.conversation,
  transferConversation: nothing,
  typing: nothing,
  upload: uploaded,
};

function golden(call: string): unknown {
  return v.parse(envelope, JSON.parse(readFileSync(join(folder, call, "response.json"), "utf8"))).data;
}

/** Calls that admin.test.ts and ownAccount.test.ts read. */
const elsewhere = [
  "account",
  "drafts",
  "items",
  "mentions",
  "push",
  "quickReplies",
  "reports",
  "searchDocs",
  "signOn",
  "tags",
  "views",
  "wall",
];

describe("golden responses of the agent API", () => {
  it.each(readdirSync(folder).filter((call) => !elsewhere.includes(call)))(
    "reads the response of %s",
    (call) => {
      const schema = answers[call];

      expect(schema, "a schema for the call").toBeDefined();
      expect(schema && v.safeParse(schema, golden(call)).success).toBe(true);
    },
  );

  it("reads what an agent owes and why, a rescue, the wall's version and an alarm", () => {
    const read = v.parse(
      envelope,
      JSON.parse(readFileSync(join(folder, "getEventMsg/supervising.json"), "utf8")),
    );
    const { events } = v.parse(agent.deskPolled, read.data);

    expect(events.map((event) => event.kind)).toEqual(["assigned", "due", "rescued", "wall", "alarm"]);
    expect(events[0]).toMatchObject({
      duty: {
        acceptBy: 1790000030005,
        answerBy: undefined,
        why: {
          agent: { kind: "idleLongest", idle: 60_000, free: 2 },
          place: { kind: "rescued", from: "lin", lapse: "notAccepted" },
          line: { kind: "overflow", to: "help" },
          waited: 20_000,
        },
      },
    });
    expect(events[1]).toMatchObject({ duty: { acceptBy: undefined, answerBy: 1790000060005 } });
    expect(events[2]).toMatchObject({
      rescue: { agentId: "lin", groupId: "sales", lapse: "notAccepted", to: "agent", toAgentId: "mia" },
    });
    expect(events[3]).toMatchObject({ version: 1790000000001 });
    expect(events[4]).toMatchObject({
      alarm: { kind: "oldestWait", groupId: "sales", value: 600, at: 1790000000005 },
    });
  });

  it("reads the wall", () => {
    const wall = v.parse(supervisors.wall, golden("wall"));

    expect(wall.isWhole).toBe(true);
    expect(wall.groups[0]).toMatchObject({
      id: "sales",
      waiting: 2,
      oldestSince: 1790000000000,
      rightShare: 85,
    });
    expect(wall.agents[0]).toMatchObject({ id: "mia", status: "online", conversations: 1, capacity: 3 });
    expect(wall.alarms).toEqual([{ kind: "waiting", groupId: "sales", value: 2 }]);
    expect(wall.today.waiting).toEqual({ count: 0 });
    expect(v.parse(agent.conversationList, golden("wall/conversations"))).toEqual({ rows: [], next: "" });
  });

  it("reads a report with the days before, its conversations and the agents' time", () => {
    const report = v.parse(reports.report, golden("reports/get"));

    expect(report.total).toMatchObject({
      sessions: 3,
      waiting: { median: 20224 },
      firstAnswer: { withinTarget: 1 },
    });
    expect(report.before?.sessions).toBe(0);
    expect(report.rows.length).toBeGreaterThan(0);
    const { sessions, next } = v.parse(reports.reportedSessions, golden("reports/sessions"));
    expect(sessions[0]).toMatchObject({ agentIds: ["mia"], waiting: 20000, stars: 4, missed: "" });
    expect(next).toBe("");
    expect(v.parse(reports.agentsTime, golden("reports/agents"))).toEqual([
      { id: "mia", name: "Mia", online: 7200, busy: 600, away: 60, chatting: 5400 },
    ]);
  });

  it("knows a conversation that passed on from one that is over", () => {
    const closed = (outType: number) => ({
      event: "closed",
      seq: 1,
      userId: "v_1",
      sessionId: "v_1.1",
      outType,
    });
    const polled = { cursor: 1, more: 0, gap: 0, msgList: [0, 1, 2, 4].map(closed) };

    const { events } = v.parse(agent.deskPolled, polled);

    expect(events.map((event) => event.kind === "closed" && event.reason)).toEqual([
      "passedOn",
      "visitorTimeout",
      "agentClosed",
      "over",
    ]);
  });

  it("reads a poll into events, and typing without a seq", () => {
    const { events, cursor } = v.parse(agent.deskPolled, golden("getEventMsg"));

    expect(events.map((event) => event.kind)).toEqual([
      "assigned",
      "message",
      "read",
      "recalled",
      "presence",
      "queue",
      "status",
      "closed",
      "evaluated",
      "transferred",
      "left",
      "tagged",
      "draft",
      "mentioned",
      "mentions",
      "corrected",
      "item",
      "itemDue",
      "typing",
    ]);
    expect(events.map((event) => event.seq).at(-1)).toBeUndefined();
    expect(cursor).toBe(1790000000000018);
    expect(events[5]).toMatchObject({ waiting: [{ groupId: "sales", count: 2 }] });
    expect(events[7]).toMatchObject({ reason: "visitorTimeout" });
    expect(events[9]).toMatchObject({ by: "lin", agentId: "lin", groupId: "sales" });
    expect(events[10]).toMatchObject({ what: "order", waiting: 3 });
    expect(events[11]).toMatchObject({ tags: ["refund"], line: 7 });
    expect(events[12]).toMatchObject({ page: "p-7d0e", draft: { text: "I will ask @Lin", isNote: true } });
    expect(events[13]).toMatchObject({ mention: { by: "Lin", userName: "Ann", isRead: false } });
    expect(events[15]).toMatchObject({ kind: "corrected", name: "Ann Baker" });
  });

  it("reads a row with its last message", () => {
    const { rows, next } = v.parse(agent.conversationList, golden("listConversations"));

    expect(next).toBe("");
    expect(rows[0]).toMatchObject({ unread: 1, isQueued: false, lastMessage: { sender: "visitor" } });
  });

  it("reads what the robot was asked, and the form before the chat", () => {
    const visitor = v.parse(agent.visitor, golden("getVisitor"));

    expect(visitor).toMatchObject({ pid: "p-1", campaign: "spring" });
    expect(visitor.answers).toEqual([{ name: "order", value: "FF-1042" }]);
    expect(visitor.visit).toMatchObject({ browser: "Safari 18", corrected: ["email"] });
    expect(visitor.block).toMatchObject({ reason: "Insults", by: "Mia" });
    expect(visitor.robot).toMatchObject({
      asked: 3,
      unknown: 1,
      questions: ["How fast do you ship?", "Where is my order?"],
      flow: "Where is my order?",
      step: "person",
      variables: [{ name: "order", value: "FF-1042" }],
    });
    const bare = v.parse(agent.visitor, { userId: "v", robotSummary: "none", formParams: "{" });
    expect(bare).toMatchObject({ robot: undefined, answers: [] });
  });

  it("reads tags, drafts and mentions", () => {
    expect(v.parse(team.tagList, golden("tags/list"))).toHaveLength(2);
    expect(v.parse(team.tag, golden("tags/create"))).toMatchObject({ id: "refund", colour: "orange" });
    const strange = v.parse(team.tag, { id: "x", name: "X", colour: "infrared" });
    expect(strange.colour).toBe("grey");
    expect(v.parse(team.draft, golden("drafts/save"))).toMatchObject({ isNote: true });
    expect(v.parse(team.draftList, golden("drafts/list"))).toHaveLength(1);
    expect(v.parse(team.mentionList, golden("mentions/list"))[0]).toMatchObject({ by: "Lin", isRead: false });
    expect(v.parse(team.readMentions, golden("mentions/read"))).toEqual({ unread: 0 });
  });

  it("reads whom a note mentions", () => {
    const note = {
      msgId: "v.1.2",
      insideFlag: 1,
      senderType: 2,
      mentions: [{ adminId: "lin", adminNick: "Lin" }],
    };
    const { messages } = v.parse(agent.agentHistory, { msgList: [note, 7], more: false });

    expect(messages).toHaveLength(1);
    expect(messages[0]?.mentions).toEqual([{ id: "lin", name: "Lin" }]);
  });

  it("reads a poll with broken and unknown events", () => {
    const { events } = v.parse(agent.deskPolled, {
      cursor: 9,
      msgList: [{ event: "weather", seq: 8 }, "nonsense", { event: "typing", userId: "v_1" }],
    });

    expect(events.map((event) => event.kind)).toEqual(["unknown", "unknown", "typing"]);
  });

  it("reads a row without a last message, and drops a row without a visitor", () => {
    const { rows } = v.parse(agent.conversationList, {
      list: [{ userId: "v_1", status: 3 }, { userId: "" }],
    });

    expect(rows).toEqual([
      expect.objectContaining({ userId: "v_1", isQueued: true, lastMessage: undefined }),
    ]);
  });
});

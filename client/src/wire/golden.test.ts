import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { call } from "./call";
import { channel } from "./channel";
import { envelope, nothing } from "./envelope";
import { evaluationSetting, evaluationState } from "./evaluation";
import { leftMessages, messageLeft } from "./leaveMessage";
import { message } from "./message";
import { relayed, tips } from "./page";
import { pushDevice, pushKey } from "./push";
import * as session from "./session";

const folder = join(import.meta.dirname, "../../../fixtures/wire/visitor");

/** The schema of each call's response. */
const answers: Record<string, v.GenericSchema<unknown, unknown>> = {
  callSignal: nothing,
  channelInfo: channel,
  chatClose: nothing,
  chatStart: session.started,
  commentDoc: nothing,
  evaluate: nothing,
  fromRequest: relayed,
  getAdminCard: session.agentCard,
  getEvaluateInfo: evaluationSetting,
  getEventMsg: session.polled,
  getHistoryMsg: session.historyPage,
  getLeaveMsgList: leftMessages,
  getOfflineMsg: session.offlineMessages,
  getRobotDoc: session.article,
  getSessionMsg: session.offlineMessages,
  isEvaluate: evaluationState,
  leaveMsg: messageLeft,
  leaveQueue: nothing,
  queueTicket: session.queueTicket,
  msgComplete: nothing,
  "push/key": pushKey,
  "push/subscribe": pushDevice,
  "push/unsubscribe": nothing,
  resetInfo: nothing,
  robotAsk: session.asked,
  robotTips: tips,
  sendMsg: session.sent,
  submitUserForm: nothing,
  sysMsg: nothing,
  transferAgent: session.transferred,
  typing: nothing,
  updateSessionMsg: nothing,
  upload: session.uploaded,
  uploadBase64: session.uploaded,
  userVideoInvitation: call,
};

function golden(call: string): unknown {
  return v.parse(envelope, JSON.parse(readFileSync(join(folder, call, "response.json"), "utf8"))).data;
}

describe("golden responses", () => {
  const calls = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith("response.json"))
    .map((path) => dirname(path));
  it.each(calls)("reads the response of %s", (call) => {
    const schema = answers[call];

    expect(schema, "a schema for the call").toBeDefined();
    expect(schema && v.safeParse(schema, golden(call)).success).toBe(true);
  });

  it("reads a poll into events, and why a session ended", () => {
    const polled = v.parse(session.polled, golden("getEventMsg"));

    expect(polled.events.map((event) => event.kind)).toEqual([
      "message",
      "message",
      "message",
      "agentConnected",
      "recalled",
      "evaluationInvited",
      "closed",
      "agentTyping",
    ]);
    expect(polled.events.at(-1)?.seq).toBeUndefined();
    expect(polled.events[6]).toMatchObject({ reason: "agentClosed" });
    expect(polled.phase).toBe("manual");
  });

  it("reads a robot's reply with its offer and its document", () => {
    const { messages } = v.parse(session.historyPage, golden("getHistoryMsg"));

    expect(messages[2]?.content).toEqual({
      kind: "answer",
      parts: [{ kind: "text", text: "Orders leave our warehouse within one working day.", docId: "" }],
      answerKind: "answer",
      docId: "shipping-time",
      suggestions: [],
      buttons: [],
      isBar: false,
      references: [],
      handover: "",
      transferOffer: "none",
    });
    expect(messages[5]).toMatchObject({ isRecalled: true, sender: "agent" });
  });

  // [MS-01]
  it("reads a message without a sender as a system line", () => {
    const line = v.parse(message, { msgId: "a.1.1", msgContent: "Hello", msgTime: 5 });

    expect(line).toMatchObject({ sender: "system", content: { kind: "line", text: "Hello" }, at: 5000 });
  });

  // [MS-15]
  it("reads a poll with broken and unknown events", () => {
    const polled = v.parse(session.polled, {
      status: 1,
      cursor: 3,
      msgList: [{ event: 1299, seq: 2 }, "nonsense", { event: 1201, seq: 3, msgType: 77, senderType: 2 }],
    });

    expect(polled.events.map((event) => event.kind)).toEqual(["unknown", "unknown", "message"]);
    expect(polled.events[2]).toMatchObject({ message: { content: { kind: "unsupported" } } });
  });

  it("reads broken JSON in a configuration as an empty list", () => {
    const read = v.parse(channel, { faq: { showContent: "[{" }, groupConfig: "nope", autoTip: null });

    expect(read.faq).toEqual([]);
    expect(read.groupConfig).toEqual([]);
  });
});

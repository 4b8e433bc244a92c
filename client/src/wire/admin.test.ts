import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import * as admin from "./admin";
import * as keys from "./apiKeys";
import { customerTest } from "./customerTest";
import * as editing from "./editing";
import { envelope } from "./envelope";
import * as mail from "./mail";
import { readyDocuments, readyReplies, readyReply } from "./ready";
import * as setup from "./setup";
import * as things from "./things";
import { blocks } from "./visitor";
import * as webhooks from "./webhooks";

const folder = join(import.meta.dirname, "../../../fixtures/wire");

/** The schema of each thing. */
const schemas: Record<string, v.GenericSchema<unknown, unknown>> = {
  agents: admin.agent,
  channels: admin.channelSetting,
  docs: admin.document,
  evaluation: things.thing,
  flows: things.thing,
  groups: admin.group,
  quickReplies: admin.quickReply,
  robots: admin.robot,
  sensitiveWords: admin.sensitiveWords,
  tags: things.thing,
  signOn: things.thing,
  templates: things.thing,
  testQuestions: admin.testQuestion,
  tenant: admin.tenant,
};

/** The schema of each call other than a thing's list, get, put and delete. */
const others: Record<string, v.GenericSchema<unknown, unknown>> = {
  "admin/agents/invite": setup.invited,
  "admin/agents/signOut": things.done,
  "admin/agents/resetTotp": things.done,
  "admin/start": setup.start,
  "setup/create": setup.setUp,
  "setup/state": setup.setupState,
  "admin/blocks/list": blocks,
  "admin/blocks/delete": things.done,
  "admin/apiKeys/create": keys.madeApiKey,
  "admin/apiKeys/list": keys.apiKeys,
  "admin/apiKeys/revoke": things.done,
  "admin/audit/list": admin.auditPage,
  "admin/channels/changes": editing.draftChanges,
  "admin/channels/discardDraft": things.done,
  "admin/channels/getDraft": editing.channelDraft,
  "admin/channels/preview": editing.channelPreview,
  "admin/channels/publish": admin.channelSetting,
  "admin/channels/saveDraft": editing.channelDraft,
  "admin/customerData/test": customerTest,
  "admin/docs/history": editing.documentVersions,
  "admin/docs/titles": editing.documentTitles,
  "admin/docs/uses": editing.documentUses,
  "admin/docs/import": admin.job,
  "admin/docs/readPage": editing.webPage,
  "admin/docs/restore": admin.document,
  "admin/flows/check": admin.flowProblems,
  "admin/flows/try": editing.flowSteps,
  "admin/jobs/get": admin.job,
  "admin/mail/list": mail.mailPage,
  "admin/mail/resend": things.done,
  "admin/mail/state": mail.mailState,
  "admin/mail/test": mail.mailTest,
  "admin/model/test": admin.modelTest,
  "admin/signOn/test": admin.signOnTest,
  "admin/robot/ask": admin.explained,
  "admin/robot/check": admin.job,
  "admin/robot/inbox": admin.inboxPage,
  "admin/robot/resolve": admin.document,
  "admin/tenant/retentionCount": admin.retentionCount,
  "admin/testQuestions/import": admin.job,
  "admin/visitor/erase": things.done,
  "admin/visitor/export": admin.visitorExport,
  "admin/webhooks/deliveries": webhooks.deliveries,
  "admin/webhooks/delivery": webhooks.wholeDelivery,
  "admin/webhooks/list": webhooks.webhooks,
  "admin/webhooks/put": webhooks.webhook,
  "admin/webhooks/resend": things.done,
  "admin/webhooks/rotate": webhooks.webhook,
  "admin/webhooks/test": webhooks.wholeDelivery,
  "agent/quickReplies/delete": things.done,
  "agent/quickReplies/list": readyReplies,
  "agent/quickReplies/put": readyReply,
  "agent/searchDocs": readyDocuments,
};

function golden(call: string): unknown {
  return v.parse(envelope, JSON.parse(readFileSync(join(folder, call, "response.json"), "utf8"))).data;
}

function schemaOf(room: string, call: string) {
  const one = schemas[room];
  switch (call) {
    case "list":
      return others[`admin/${room}/${call}`] ?? (one && things.thingsPage(one));
    case "get":
    case "put":
      return others[`admin/${room}/${call}`] ?? one;
    case "delete":
      return things.done;
    default:
      return others[`admin/${room}/${call}`];
  }
}

const rooms = readdirSync(join(folder, "admin")).filter((room) => room !== "start");
const calls = rooms.flatMap((room) =>
  readdirSync(join(folder, "admin", room)).map((call): [string, string] => [room, call]),
);

/** Calls that respond with a file. */
const files = ["docs/export", "testQuestions/export"];

describe("golden responses of the administration", () => {
  it.each(calls.filter((call) => !files.includes(call.join("/"))))(
    "reads the response of %s/%s",
    (room, call) => {
      const schema = schemaOf(room, call);

      expect(schema, "a schema for the call").toBeDefined();
      expect(schema && v.safeParse(schema, golden(`admin/${room}/${call}`)).issues).toBeUndefined();
    },
  );

  it.each(Object.entries(others))("reads the response of %s", (call, schema) => {
    expect(v.safeParse(schema, golden(call)).issues).toBeUndefined();
  });

  it("keeps unknown fields, so that a put writes the whole thing", () => {
    const read = v.parse(admin.channelSetting, golden("admin/channels/get"));

    expect(read).toEqual(golden("admin/channels/get"));
  });

  it("reads that a large model has a key, but never the key", () => {
    const { largeModel } = v.parse(admin.tenant, golden("admin/tenant/get"));

    expect(largeModel).toMatchObject({ enabled: true, keySet: true, model: "small-1" });
    expect(largeModel).not.toHaveProperty("key");
  });

  it("reads every entry of a list, and its cursor", () => {
    const page = v.parse(things.thingsPage(admin.document), golden("admin/docs/list"));

    expect(page.list).toHaveLength(1);
    expect(page.next).not.toBe("");
    expect(v.parse(admin.auditPage, golden("admin/audit/list")).list).toHaveLength(1);
    expect(v.parse(readyReplies, golden("agent/quickReplies/list")).replies).toHaveLength(1);
  });

  it("reads the faulty lines of an imported file", () => {
    const job = v.parse(admin.job, golden("admin/jobs/get"));

    expect(job).toMatchObject({ state: "failed", robot: "fern", errorsTotal: 3 });
    expect(job.errors[0]).toEqual({
      line: 1,
      field: "docId",
      message: "must be 1 to 100 bytes without '/'",
    });
  });

  it("reads how test questions rate a change", () => {
    const read = (file: string) => JSON.parse(readFileSync(join(folder, file), "utf8")).data;
    const job = v.parse(admin.job, read("admin/jobs/get/checked.json"));

    expect(job.check).toMatchObject({ total: 12, worseTotal: 1 });
    expect(job.check?.worse[0]).toMatchObject({
      id: "days-to-deliver",
      doc: "shipping-time",
      before: { verdict: "right", kind: "answer" },
      after: { verdict: "wrong", doc: "countries" },
    });
    expect(v.parse(admin.trialReport, read("admin/docs/put/worse.json"))).toEqual(job.check);
  });

  it("reads an exported file line by line", () => {
    const lines = readFileSync(join(folder, "admin/docs/export/response.jsonl"), "utf8").trim().split("\n");
    const imported = v.omit(admin.document, ["version", "robotNo"]);

    for (const line of lines) {
      expect(v.safeParse(imported, JSON.parse(line)).success).toBe(true);
    }
  });

  it("reads what a robot would answer, and why", () => {
    const told = v.parse(admin.explained, golden("admin/robot/ask"));

    expect(told).toMatchObject({ kind: "answer", doc: expect.any(String) });
    expect(told.considered[0]).toMatchObject({ why: expect.any(String), language: expect.any(String) });
  });

  it("reads the documents that an agent looks up", () => {
    const [best] = v.parse(readyDocuments, golden("agent/searchDocs"));

    expect(best).toMatchObject({ robot: "fern", language: "en" });
  });
});

/**
 * The responses of the administration API: Protocol, 'Administration API'.
 *
 * A thing keeps the field names of the fixtures, and its unknown fields, so that a put writes the whole thing.
 */
import * as v from "valibot";
import { localText } from "./ready";
import { count, flag, lenientList, text, wireTime } from "./scalars";
import { fault, thingsPage } from "./things";

export type { Thing } from "./things";

const version = v.pipe(v.number(), v.integer());

export const tenant = v.looseObject({
  version,
  tenantId: v.string(),
  name: localText,
  retentionDays: v.optional(v.number()),
  // The server accepts a key but never returns it.
  largeModel: v.optional(
    v.looseObject({ enabled: flag, address: v.string(), model: v.string(), keySet: v.boolean() }),
  ),
});

export const group = v.looseObject({ version, id: v.string(), groupName: localText });

export const agent = v.looseObject({
  version,
  adminId: v.string(),
  account: v.string(),
  adminNick: v.string(),
  role: v.string(),
  groupIds: v.array(v.string()),
  passwordSet: v.boolean(),
});

/** Response of agents/invite: the address where the agent chooses a password. */
export const invitation = v.object({
  link: v.pipe(v.string(), v.nonEmpty()),
  expiresAt: wireTime,
  /** Where the link also goes by mail; empty if it does not. */
  mailedTo: text,
});

export const robot = v.looseObject({ version, robotNo: v.string(), robotName: localText });

export const document = v.looseObject({
  version,
  robotNo: v.string(),
  docId: v.string(),
  lang: v.string(),
  question: v.string(),
  similar: v.array(v.string()),
  answer: v.string(),
});

export const channelSetting = v.looseObject({
  version,
  channelId: v.string(),
  tenantId: v.string(),
  identitySecretSet: v.boolean(),
});

export const sensitiveWords = v.looseObject({
  version,
  words: v.array(v.object({ word: v.string(), action: v.picklist(["", "mask", "flag"]) })),
});

/** A quick reply of the agents. */
export const quickReply = v.looseObject({
  version,
  id: v.string(),
  title: localText,
  text: localText,
  folder: v.string(),
});

/** Response of robot/ask: what a robot would answer, and the documents it considered. */
export const explained = v.pipe(
  v.object({
    answerType: count,
    flowId: text,
    docId: text,
    answer: text,
    score: v.number(),
    suggestFrom: count,
    answerFrom: count,
    learned: v.boolean(),
    suggestList: lenientList(v.object({ question: text, docId: text })),
    considered: lenientList(
      v.object({ docId: text, lang: text, question: text, score: v.number(), why: text }),
    ),
  }),
  v.transform((wire) => ({
    kind: answerKind(wire.answerType),
    flow: wire.flowId,
    doc: wire.docId,
    answer: wire.answer,
    score: wire.score,
    suggestFrom: wire.suggestFrom,
    answerFrom: wire.answerFrom,
    learned: wire.learned,
    suggestions: wire.suggestList.map((one) => ({ question: one.question, doc: one.docId })),
    considered: wire.considered.map(({ docId, lang, ...one }) => ({ ...one, doc: docId, language: lang })),
  })),
);

/** Response of robot/inbox: questions that a robot did not help with, similar ones grouped. */
export const inboxPage = v.pipe(
  v.object({
    list: lenientList(
      v.object({
        question: text,
        questions: v.array(v.string()),
        ids: v.array(v.string()),
        langs: v.array(v.string()),
        unknown: count,
        disliked: count,
        docIds: v.array(v.string()),
        newest: wireTime,
        oldest: wireTime,
      }),
    ),
    total: count,
    cursor: text,
  }),
  v.transform(({ list, total, cursor }) => ({
    next: cursor,
    groups: list.map(({ docIds, langs, ...group }) => ({ ...group, docs: docIds, languages: langs })),
    total,
  })),
);

function answerKind(wire: number) {
  switch (wire) {
    case 1:
      return "answer" as const;
    case 2:
      return "guide" as const;
    default:
      return "unknown" as const;
  }
}

/** A question that tests a robot's knowledge. Without a document, the robot is expected not to know. */
export const testQuestion = v.looseObject({
  version,
  robotNo: v.string(),
  questionId: v.string(),
  question: v.string(),
  lang: v.string(),
  docId: v.string(),
});

const outcome = v.pipe(
  v.object({
    verdict: v.picklist(["right", "near", "missed", "wrong"]),
    answerType: count,
    docId: text,
    score: v.number(),
  }),
  v.transform((wire) => ({
    verdict: wire.verdict,
    kind: answerKind(wire.answerType),
    doc: wire.docId,
    score: wire.score,
  })),
);

const tried = v.pipe(
  v.object({
    questionId: text,
    question: text,
    lang: text,
    docId: text,
    before: outcome,
    after: outcome,
  }),
  v.transform(({ questionId, lang, docId, ...wire }) => ({
    ...wire,
    id: questionId,
    language: lang,
    doc: docId,
  })),
);

/** The effect of a change of the knowledge on the answers to all test questions. */
export const trialReport = v.object({
  total: count,
  rightBefore: count,
  rightAfter: count,
  betterTotal: count,
  worseTotal: count,
  better: lenientList(tried),
  worse: lenientList(tried),
  failing: lenientList(tried),
});

/** Response of docs/import and of jobs/get. */
export const job = v.pipe(
  v.object({
    jobId: v.pipe(v.string(), v.nonEmpty()),
    kind: text,
    robotNo: text,
    state: v.picklist(["running", "done", "failed", "interrupted"]),
    total: count,
    done: count,
    counts: v.object({ added: count, changed: count, unchanged: count, removed: count }),
    errors: lenientList(v.object({ line: count, field: text, message: text })),
    errorsTotal: count,
    encoding: text,
    startedAt: wireTime,
    endedAt: v.nullish(wireTime),
    check: v.nullish(trialReport),
  }),
  v.transform(({ jobId, robotNo, ...wire }) => ({ ...wire, id: jobId, robot: robotNo })),
);
export type Job = v.InferOutput<typeof job>;

/** Who changed what; `changes` has the values, without secrets. */
const auditEntry = v.object({
  at: wireTime,
  adminId: text,
  action: text,
  thing: text,
  id: text,
  version: count,
  fields: v.array(v.string()),
  changes: lenientList(
    v.object({ field: text, before: v.optional(v.unknown()), after: v.optional(v.unknown()) }),
  ),
});
export type AuditEntry = v.InferOutput<typeof auditEntry>;

/** Response of audit/list, newest first. */
export const auditPage = thingsPage(auditEntry);
export type AuditPage = v.InferOutput<typeof auditPage>;

/** Response of tenant/retentionCount: what a number of days would remove now. */
export const retentionCount = v.pipe(
  v.object({ messages: count, visitors: count, erasedVisitors: count, complete: v.boolean() }),
  v.transform(({ erasedVisitors, complete, ...wire }) => ({
    ...wire,
    erased: erasedVisitors,
    isComplete: complete,
  })),
);

/** Response of model/test. */
export const modelTest = v.object({ ok: v.boolean(), ms: count, text, problem: text, message: text });

/** Response of signOn/test: the steps that were tried, and the first that failed. */
export const signOnTest = v.object({
  ok: v.boolean(),
  steps: lenientList(
    v.object({ step: v.picklist(["description", "keys", "client"]), ok: v.boolean(), code: text }),
  ),
});

/** Response of visitor/export; the page saves it as a file. */
export const visitorExport = v.looseObject({ userId: v.string(), lines: v.array(v.unknown()) });

/** Response of flows/check: what put would refuse. */
export const flowProblems = v.pipe(
  v.object({ problems: lenientList(fault) }),
  v.transform((wire) => wire.problems),
);

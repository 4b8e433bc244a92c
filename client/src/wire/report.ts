/** Reports: Protocol, 'Reports'. Spans are in milliseconds, agents' time in seconds. */
import * as v from "valibot";
import { count, flag, lenientList, maybeCount, text, wireTime } from "./scalars";

const spans = v.pipe(
  v.object({ count, median: maybeCount, p90: maybeCount, withinTarget: maybeCount }),
  v.transform(({ count, median, p90, withinTarget }) => ({ count, median, p90, withinTarget })),
);
export type Spans = v.InferOutput<typeof spans>;

const entries = {
  sessions: count,
  asked: count,
  answered: count,
  missed: count,
  abandoned: count,
  waiting: spans,
  firstAnswer: spans,
  nextAnswer: spans,
  resolution: spans,
  robotAsked: count,
  robotResolved: count,
  robotAnswers: count,
  robotUnknown: count,
  ratings: count,
  stars: count,
  solved: count,
  rescues: count,
};

export const numbers = v.object(entries);
/** The numbers of some sessions. */
export type Numbers = v.InferOutput<typeof numbers>;

const row = v.pipe(
  v.object({ key: text, name: text, ...entries }),
  v.transform(({ key, name, ...rest }) => ({ key, name, numbers: rest })),
);
export type ReportRow = v.InferOutput<typeof row>;

/** What a report divides sessions by. */
export const DIVISIONS = ["day", "hour", "channel", "group", "agent", "tag"] as const;
export type Division = (typeof DIVISIONS)[number];

/** Response of reports/get. */
export const report = v.object({
  total: numbers,
  before: v.optional(numbers),
  rows: lenientList(row),
  targets: v.object({ firstAnswer: maybeCount, nextAnswer: maybeCount, resolution: maybeCount }),
  timeZone: text,
});
export type Report = v.InferOutput<typeof report>;

const session = v.pipe(
  v.object({
    userId: text,
    sessionId: text,
    channelId: text,
    groupId: text,
    adminIds: lenientList(v.string()),
    started: wireTime,
    ended: wireTime,
    waiting: maybeCount,
    firstAnswer: maybeCount,
    resolution: maybeCount,
    missed: text,
    star: count,
    solved: flag,
  }),
  v.transform(({ adminIds, star, ...wire }) => ({ ...wire, agentIds: adminIds, stars: star })),
);
export type ReportedSession = v.InferOutput<typeof session>;

/** Response of reports/sessions; `next` is the cursor of the next page, empty at the end. */
export const reportedSessions = v.pipe(
  v.object({ list: lenientList(session), cursor: text }),
  v.transform(({ list, cursor }) => ({ sessions: list, next: cursor })),
);

/** Response of reports/agents. */
export const agentsTime = v.pipe(
  v.object({
    list: lenientList(
      v.object({ adminId: text, adminNick: text, online: count, busy: count, away: count, chatting: count }),
    ),
  }),
  v.transform(({ list }) =>
    list.map(({ adminId, adminNick, ...seconds }) => ({
      id: adminId,
      name: adminNick || adminId,
      ...seconds,
    })),
  ),
);
export type AgentTime = v.InferOutput<typeof agentsTime>[number];

/** The calls of supervisors and administrators: Protocol, 'Supervisor's wall' and 'Reports'. */
import type { AgentStatus } from "../wire/account";
import { conversationList, standing } from "../wire/agent";
import { nothing } from "../wire/envelope";
import { agentsTime, type Division, report, reportedSessions } from "../wire/report";
import { sent } from "../wire/session";
import { wall } from "../wire/wall";
import { fetchFile } from "./file";
import type { Http, HttpSettings } from "./http";

/** Days as `2026-11-02`; both are counted. Empty ids filter nothing. */
export type ReportPeriod = { from: string; to: string; channelId: string; groupId: string };

/** Which sessions to list; what is absent filters nothing. */
export type SessionsAsk = Pick<ReportPeriod, "from" | "to"> &
  Partial<ReportPeriod & { adminId: string; tag: string; hour: number; missed: 0 | 1 }>;

/** What a file is of. */
export type ReportContent =
  | { what: "report"; by: Division }
  | { what: "sessions" }
  /** An empty id: all agents. */
  | { what: "agents"; adminId: string };

export type ReportFile = ReportContent & { format: "csv" | "xlsx" };

export function createSupervisingApi(http: Http, all: HttpSettings) {
  return {
    /** With a version, only what changed since; 0 for everything. */
    wall: (since: number) => http.post("wall", { since }, wall, { isQuiet: true }),

    /** An agent's conversations, or the waiting ones of a group. */
    wallConversations: (of: { adminId: string } | { groupId: string }, cursor: string) =>
      http.post("wall/conversations", { ...of, cursor }, conversationList, { isQuiet: true }),

    /** A note that only agents see, for the agent of the conversation. */
    whisper: (userId: string, id: string, text: string) =>
      http.post("whisper", { userId, id, text }, sent, { isQuiet: true }),

    forceClose: (userId: string) => http.post("forceClose", { userId }, nothing, { isQuiet: true }),

    setStatusOf: (adminId: string, status: AgentStatus) =>
      http.post("setStatusOf", { adminId, status }, standing, { isQuiet: true }),

    report: (period: ReportPeriod, by: Division, signal: AbortSignal) =>
      http.post("reports/get", { ...period, by, compare: 1 }, report, { signal, isQuiet: true }),

    reportSessions: (ask: SessionsAsk, cursor: string) =>
      http.post("reports/sessions", { ...ask, cursor }, reportedSessions, { isQuiet: true }),

    agentsTime: ({ from, to, groupId }: ReportPeriod, signal: AbortSignal) =>
      http.post("reports/agents", { from, to, groupId, adminId: "" }, agentsTime, { signal, isQuiet: true }),

    reportFile: (period: ReportPeriod, file: ReportFile) =>
      fetchFile(all, "reports/export", { ...period, ...file }),
  };
}

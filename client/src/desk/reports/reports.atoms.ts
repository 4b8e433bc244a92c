/** Reads reports for the page; nothing of them is kept. */
import { ApiError } from "../../api/http";
import type { ReportFile, ReportPeriod, SessionsAsk } from "../../api/supervising";
import { atom } from "../../state/jotai";
import type { AgentTime, Division, Report } from "../../wire/report";
import { servicesAtom } from "../state/services";

export type ReportTrouble = "forbidden" | "wrong" | "tooLarge" | "unreachable";

export type Read = { report: Report; agents: readonly AgentTime[] } | { trouble: ReportTrouble };

/** Reads a report and the agents' time. Undefined if it was aborted. */
export const readReportAtom = atom(
  null,
  async (
    get,
    _set,
    { period, by, signal }: { period: ReportPeriod; by: Division; signal: AbortSignal },
  ): Promise<Read | undefined> => {
    const { api } = get(servicesAtom);
    try {
      const [report, agents] = await Promise.all([
        api.report(period, by, signal),
        api.agentsTime(period, signal),
      ]);
      return { report, agents };
    } catch (cause) {
      return signal.aborted ? undefined : { trouble: troubleOf(cause) };
    }
  },
);

/** The channels that a period has, for the filter. */
export const channelsOfAtom = atom(
  null,
  async (get, _set, { period, signal }: { period: ReportPeriod; signal: AbortSignal }) => {
    const all = { ...period, channelId: "", groupId: "" };
    const report = await get(servicesAtom)
      .api.report(all, "channel", signal)
      .catch(() => undefined);
    return report?.rows.map(({ key }) => key).filter((key) => key !== "");
  },
);

/** A page of the conversations behind a number; undefined if they cannot be read. */
export const reportedAtom = atom(null, (get, _set, { ask, cursor }: { ask: SessionsAsk; cursor: string }) =>
  get(servicesAtom)
    .api.reportSessions(ask, cursor)
    .catch(() => undefined),
);

/** The file of an export, or what went wrong. */
export const exportAtom = atom(
  null,
  (get, _set, { period, file }: { period: ReportPeriod; file: ReportFile }): Promise<Blob | ReportTrouble> =>
    get(servicesAtom).api.reportFile(period, file).catch(troubleOf),
);

function troubleOf(cause: unknown): ReportTrouble {
  switch (cause instanceof ApiError ? cause.kind : "unreachable") {
    case "forbidden":
      return "forbidden";
    case "invalid":
      return "wrong";
    case "tooLarge":
      return "tooLarge";
    default:
      return "unreachable";
  }
}

/** Long work on the server: started, watched, left and found again. */
import { useQuery } from "@tanstack/react-query";
import { systemClock as clock } from "../../../../lib/clock";
import { isRecord } from "../../../../lib/record";
import { createKeeper } from "../../../../lib/storage";
import { useAtomValue } from "../../../../state/jotai";
import { type Job, job } from "../../../../wire/admin";
import { adminApiAtom } from "../../../session/services";

/** Time between two looks at a running job. */
const LOOK_MS = 700;
const KEPT_MS = 7 * 86_400_000;

/** The job; it is read again while it runs. */
export function useJob(jobId: string | undefined) {
  const api = useAtomValue(adminApiAtom);
  return useQuery<Job>({
    queryKey: ["job", jobId],
    queryFn: ({ signal }) => api.call("jobs/get", { jobId }, job, { signal }),
    enabled: jobId !== undefined,
    refetchInterval: ({ state }) => (!state.data || state.data.state === "running" ? LOOK_MS : false),
    refetchIntervalInBackground: true,
  });
}

const keeper = createKeeper(() => localStorage);

/** A job that was started from here, and the file it was started with. */
export type StartedJob = { jobId: string; fileName: string; mode: string; isCheck: boolean };

/** The jobs of one page: `owner` is the tenant and the administrator. */
export function startedJobs(owner: string, robotNo: string, page: string) {
  const key = `frontdesk.admin.jobs.${owner}.${robotNo}.${page}`;
  return {
    read(): StartedJob | undefined {
      const kept = keeper.read(key, clock.now());
      if (!isRecord(kept) || typeof kept.jobId !== "string") return undefined;
      return {
        jobId: kept.jobId,
        fileName: String(kept.fileName ?? ""),
        mode: String(kept.mode ?? ""),
        isCheck: kept.isCheck === true,
      };
    },
    write: (started: StartedJob) => keeper.write(key, started, clock.now(), KEPT_MS),
    forget: () => keeper.remove(key),
  };
}

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAtomValue } from "../../../../state/jotai";
import { job } from "../../../../wire/admin";
import { adminApiAtom } from "../../../session/services";
import { ownerAtom } from "../../../session/session.atoms";
import { refusalOf } from "../../../things/refusals";
import { troubleWords } from "../../../things/troubleWords";
import { startedJobs, useJob } from "../jobs/useJob";
import { useRobot } from "../robot";
import type { Report } from "../trial/report";
import { compared } from "./compare";

export type Runs = ReturnType<typeof useRuns>;

/** The last run of all test questions and the one before it. Both are found again after a reload. */
export function useRuns() {
  const { t } = useTranslation("admin");
  const api = useAtomValue(adminApiAtom);
  const owner = useAtomValue(ownerAtom);
  const { robotNo } = useRobot();
  const lastKept = startedJobs(owner, robotNo, "tests");
  const earlierKept = startedJobs(owner, robotNo, "tests-before");
  const [last, setLast] = useState(() => lastKept.read()?.jobId);
  const [earlier, setEarlier] = useState(() => earlierKept.read()?.jobId);
  const { data: made, isError } = useJob(last);
  const { data: before } = useJob(earlier);
  const begin = useMutation({
    mutationFn: () => api.call("robot/check", { robotNo }, job),
    onSuccess: ({ id }) => {
      const kept = (jobId: string) => ({ jobId, fileName: "", mode: "", isCheck: true });
      if (last && made?.state === "done") {
        earlierKept.write(kept(last));
        setEarlier(last);
      }
      lastKept.write(kept(id));
      setLast(id);
    },
  });
  const isRunning =
    begin.isPending || (last !== undefined && !isError && (!made || made.state === "running"));

  const now: Report | undefined = made?.check ?? undefined;
  const isInterrupted = made !== undefined && made.state !== "running" && made.state !== "done";
  return {
    start: () => begin.mutate(),
    isRunning,
    trouble: begin.error
      ? troubleWords(t, refusalOf(begin.error))
      : isInterrupted
        ? t("kb_tests_interrupted")
        : undefined,
    done: made?.done ?? 0,
    total: made?.total ?? 0,
    endedAt: made?.endedAt ?? undefined,
    report: now,
    /** What changed since the run before. */
    change: now && before?.check ? compared(before.check, now) : undefined,
  };
}

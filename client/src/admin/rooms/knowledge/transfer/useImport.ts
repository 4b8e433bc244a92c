import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { newId } from "../../../../lib/newId";
import { useAtomValue } from "../../../../state/jotai";
import { job } from "../../../../wire/admin";
import { adminApiAtom } from "../../../session/services";
import { ownerAtom } from "../../../session/session.atoms";
import { refusalOf } from "../../../things/refusals";
import { troubleWords } from "../../../things/troubleWords";
import { type StartedJob, startedJobs, useJob } from "../jobs/useJob";
import { useRobot } from "../robot";

export type Mode = "add" | "replace";
export type Importing = ReturnType<typeof useImport>;

/** An import: first a trial of the file, then the import itself. A job that was left is found again. */
export function useImport(place: "import" | "importPage" = "import") {
  const { t } = useTranslation("admin");
  const api = useAtomValue(adminApiAtom);
  const owner = useAtomValue(ownerAtom);
  const cache = useQueryClient();
  const { robotNo } = useRobot();
  const kept = startedJobs(owner, robotNo, place);
  const [file, setFile] = useState<File>();
  const [started, setStarted] = useState<StartedJob | undefined>(() => kept.read());
  const [mode, setMode] = useState<Mode>(started?.mode === "replace" ? "replace" : "add");
  const [share, setShare] = useState<number>();
  const [trouble, setTrouble] = useState<string>();
  const { data: made, error } = useJob(started?.jobId);
  const isRunning = started !== undefined && (made ? made.state === "running" : !error);

  const start = async (chosen: File, how: { isCheck: boolean; isForced: boolean; mode: Mode }) => {
    setFile(chosen);
    setTrouble(undefined);
    setShare(0);
    try {
      const begun = await api.sendFile("docs/import", {
        fields: {
          robotNo,
          mode: how.mode,
          id: newId(),
          check: how.isCheck ? "1" : "0",
          force: how.isForced ? "1" : "0",
        },
        file: chosen,
        answer: job,
        onProgress: setShare,
      });
      const next = { jobId: begun.id, fileName: chosen.name, mode: how.mode, isCheck: how.isCheck };
      kept.write(next);
      setStarted(next);
    } catch (cause) {
      setStarted(undefined);
      kept.forget();
      setTrouble(troubleWords(t, refusalOf(cause)));
    }
    setShare(undefined);
  };

  const isDone = made?.state === "done" && started?.isCheck === false;
  useEffect(() => {
    if (isDone) void cache.invalidateQueries({ queryKey: ["things", "docs"] });
  }, [isDone, cache]);

  return {
    file,
    mode,
    started,
    made: started ? made : undefined,
    /** The share of the file that is sent. */
    share,
    trouble: trouble ?? (error && started ? t("kb_job_gone") : undefined),
    isBusy: share !== undefined || isRunning,
    isRunning,
    check: (chosen: File) => start(chosen, { isCheck: true, isForced: false, mode }),
    setMode: (next: Mode) => {
      setMode(next);
      // What the trial said was about the other mode.
      if (file && started?.isCheck) void start(file, { isCheck: true, isForced: false, mode: next });
    },
    publish: (isForced: boolean) => {
      if (file) void start(file, { isCheck: false, isForced, mode });
    },
    forget: () => {
      kept.forget();
      setStarted(undefined);
      setFile(undefined);
      setTrouble(undefined);
    },
  };
}

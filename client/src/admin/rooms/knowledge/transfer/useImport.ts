import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { UPLOAD_BYTES_MAX } from "../../../../lib/image";
import { newId } from "../../../../lib/newId";
import { useAtom, useAtomValue } from "../../../../state/jotai";
import { job } from "../../../../wire/admin";
import { adminApiAtom } from "../../../session/services";
import { ownerAtom } from "../../../session/session.atoms";
import { refusalOf } from "../../../things/refusals";
import { troubleWords } from "../../../things/troubleWords";
import { startedJobs, useJob } from "../jobs/useJob";
import { useRobot } from "../robot";
import type { Content } from "./content";
import { type ImportState, importsAtom, type Mode } from "./imports.atoms";

type How = { isCheck: boolean; isForced: boolean; mode: Mode; encoding: string };

export type Importing = ReturnType<typeof useImport>;

/** An import: first a trial of the file, then the import itself. A job that was left is found again. */
export function useImport(place: "import" | "importPage" | "importTests", content: Content) {
  const { t } = useTranslation("admin");
  const api = useAtomValue(adminApiAtom);
  const owner = useAtomValue(ownerAtom);
  const cache = useQueryClient();
  const { robotNo } = useRobot();
  const kept = startedJobs(owner, robotNo, place);
  const [all, setAll] = useAtom(importsAtom);
  const key = `${owner}/${robotNo}/${place}`;
  const before = useMemo((): ImportState => {
    const started = startedJobs(owner, robotNo, place).read();
    return { started, mode: started?.mode === "replace" ? "replace" : "add" };
  }, [owner, robotNo, place]);
  const { file, started, mode, encoding = "", share, trouble } = all[key] ?? before;
  const change = (next: Partial<ImportState>) =>
    setAll((now) => ({ ...now, [key]: { ...(now[key] ?? before), ...next } }));
  const { data: made, error } = useJob(started?.jobId);
  const isRunning = started !== undefined && (made ? made.state === "running" : !error);

  const start = async (chosen: File, how: How) => {
    change({ file: chosen, mode: how.mode, encoding: how.encoding, trouble: undefined, share: 0 });
    try {
      const begun = await api.sendFile(`${content}/import`, {
        fields: {
          robotNo,
          mode: how.mode,
          id: newId(),
          check: how.isCheck ? "1" : "0",
          force: how.isForced ? "1" : "0",
          encoding: how.encoding,
        },
        file: chosen,
        answer: job,
        onProgress: (sent) => change({ share: sent }),
      });
      const next = { jobId: begun.id, fileName: chosen.name, mode: how.mode, isCheck: how.isCheck };
      kept.write(next);
      change({ started: next, share: undefined });
    } catch (cause) {
      kept.forget();
      // The server may close the connection before the browser reads why.
      const isTooLarge = chosen.size > UPLOAD_BYTES_MAX;
      const trouble = isTooLarge ? t("kb_import_too_large") : troubleWords(t, refusalOf(cause));
      change({ started: undefined, share: undefined, trouble });
    }
  };

  const isDone = made?.state === "done" && started?.isCheck === false;
  useEffect(() => {
    if (isDone) void cache.invalidateQueries({ queryKey: ["things", content] });
  }, [isDone, cache, content]);

  const isSending = share !== undefined;
  useEffect(() => {
    if (!isSending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isSending]);

  return {
    content,
    file,
    mode,
    encoding,
    started,
    made: started ? made : undefined,
    /** The share of the file that is sent. */
    share,
    trouble: trouble ?? (error && started ? t("kb_job_gone") : undefined),
    isBusy: isSending || isRunning,
    isRunning,
    // Another file may have another encoding.
    check: (chosen: File) => start(chosen, { isCheck: true, isForced: false, mode, encoding: "" }),
    setEncoding: (next: string) => {
      if (file) void start(file, { isCheck: true, isForced: false, mode, encoding: next });
    },
    setMode: (next: Mode) => {
      change({ mode: next });
      // What the trial said was about the other mode.
      if (file && started?.isCheck)
        void start(file, { isCheck: true, isForced: false, mode: next, encoding });
    },
    publish: (isForced: boolean) => {
      if (file) void start(file, { isCheck: false, isForced, mode, encoding });
    },
    forget: () => {
      kept.forget();
      change({ started: undefined, file: undefined, trouble: undefined });
    },
  };
}

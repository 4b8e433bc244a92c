import type { TFunction } from "i18next";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Attached } from "../../api/attached";
import { ApiError } from "../../api/http";
import { ATTACHMENTS_MAX, attachmentFault } from "../../lib/attachment";
import { newId } from "../../lib/newId";
import type { Attachment, UploadPicture } from "../../session/leaveDesk";
import { showToast } from "../../ui/toast";

export type Attachments = {
  list: readonly Attachment[];
  /** The pictures that have been uploaded. */
  files: readonly Attached[];
  /** Some uploads are still running. */
  isSending: boolean;
  add: (files: readonly File[]) => void;
  /** Removes a picture; a running upload is aborted. */
  remove: (key: string) => void;
  retry: (key: string) => void;
  clear: () => void;
};

/** Keeps pictures while their form is closed. */
export type Kept = {
  pictures: readonly Attachment[];
  keep: (pictures: readonly Attachment[]) => void;
};

/** Manages the pictures of a message: three at most, each checked first, one upload at a time (Protocol, 'Files'). */
export function useAttachments(upload: UploadPicture, kept?: Kept): Attachments {
  const { t } = useTranslation("form");
  const [list, setList] = useState<readonly Attachment[]>(kept?.pictures ?? []);
  const sources = useRef(new Map<string, File>());
  const running = useRef<{ key: string; abort: AbortController } | undefined>(undefined);

  const change = useCallback((key: string, state: Attachment["state"]) => {
    setList((now) => now.map((one) => (one.key === key ? { ...one, state } : one)));
  }, []);

  const forget = useCallback((one: Attachment) => {
    if (running.current?.key === one.key) running.current.abort.abort();
    sources.current.delete(one.key);
    URL.revokeObjectURL(one.preview);
  }, []);

  useEffect(() => {
    const next = list.find((one) => one.state.kind === "waiting");
    const file = next && sources.current.get(next.key);
    if (!next || !file || running.current) return;
    const abort = new AbortController();
    running.current = { key: next.key, abort };
    change(next.key, { kind: "sending", share: 0 });
    upload(file, (share) => change(next.key, { kind: "sending", share }), abort.signal)
      .then(
        (there): Attachment["state"] => ({ kind: "there", file: there }),
        (cause: unknown): Attachment["state"] => {
          if (!(cause instanceof ApiError)) throw cause;
          if (!abort.signal.aborted) showToast("error", failureWords(cause, file.name, t));
          return { kind: "failed" };
        },
      )
      .then((state) => {
        running.current = undefined;
        change(next.key, state);
      });
  }, [list, upload, change, t]);

  // When the form unmounts, running uploads are aborted and their previews released. Uploaded pictures may be kept.
  const latest = useRef(list);
  latest.current = list;
  const keep = useRef(kept?.keep);
  useEffect(
    () => () => {
      const there = keep.current ? latest.current.filter(({ state }) => state.kind === "there") : [];
      for (const one of latest.current) if (!there.includes(one)) forget(one);
      keep.current?.(there);
    },
    [forget],
  );

  return {
    list,
    files: list.flatMap(({ state }) => (state.kind === "there" ? [state.file] : [])),
    isSending: list.some(({ state }) => state.kind === "waiting" || state.kind === "sending"),
    add: (files) => {
      const room = ATTACHMENTS_MAX - list.length;
      const fitting = files.filter((file) => {
        const fault = attachmentFault(file);
        if (fault === "size") showToast("error", t("attach_too_big"));
        if (fault === "type") showToast("error", t("attach_only_images"));
        if (fault === "document") showToast("error", t("attach_wrong_type"));
        return fault === undefined;
      });
      if (fitting.length > room) showToast("error", t("attach_limit", { max: ATTACHMENTS_MAX }));
      const added = fitting.slice(0, room).map((file): Attachment => {
        const key = newId();
        sources.current.set(key, file);
        return { key, name: file.name, preview: URL.createObjectURL(file), state: { kind: "waiting" } };
      });
      if (added.length > 0) setList([...list, ...added]);
    },
    remove: (key) => {
      for (const one of list) if (one.key === key) forget(one);
      setList(list.filter((one) => one.key !== key));
    },
    retry: (key) => change(key, { kind: "waiting" }),
    clear: () => {
      list.forEach(forget);
      latest.current = [];
      setList([]);
    },
  };
}

/** Protocol, 'Files': a refused upload shows the server's sentence. */
function failureWords(cause: ApiError, name: string, t: TFunction<"form">): string {
  if (cause.kind === "invalid" && cause.message !== "") return cause.message;
  if (cause.kind === "tooMany") return t("form_too_many");
  return t("attach_failed", { name });
}

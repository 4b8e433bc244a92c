import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { sendableFault, sendableKind } from "../../lib/sendable";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { showToast } from "../../ui/toast";
import { notingAtom, sendFileAtom } from "../state/talk.atoms";

/** An agent sends every kind, whatever the visitor's channel takes from them. */
const EVERY_KIND = { image: true, video: true, file: true };

/** Sends a file to a visitor, by whichever way it came; what cannot be sent is said. */
export function useSendFile(userId: string): (file: File) => void {
  const { t } = useTranslation("desk");
  const send = useSetAtom(sendFileAtom);
  const isNoting = useAtomValue(notingAtom)[userId] ?? false;
  return useCallback(
    (file) => {
      const kind = sendableKind(file.name);
      const fault = sendableFault(file, EVERY_KIND);
      // The visitor would see what is meant for agents alone.
      if (isNoting) showToast("error", t("note_no_files"));
      else if (kind === undefined || fault) {
        showToast("error", t(fault === "size" ? "file_too_big" : "file_wrong_type", { name: file.name }));
      } else send({ userId, file, kind });
    },
    [isNoting, send, t, userId],
  );
}

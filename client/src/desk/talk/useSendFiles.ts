import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { asPng } from "../../lib/asPng";
import { AT_ONCE_MAX } from "../../lib/sendable";
import { isSvg, svgAsPng } from "../../lib/svg";
import { useSetAtom } from "../../state/jotai";
import { showToast } from "../../ui/toast";
import { fileFault } from "../sendable";
import { sendFileAtom } from "../state/sending.atoms";

/** Sends files to a visitor, from any source, and shows which cannot be sent. */
export function useSendFiles(userId: string): (files: readonly File[]) => void {
  const { t } = useTranslation("desk");
  const sendFile = useSetAtom(sendFileAtom);
  return useCallback(
    async (files) => {
      for (const given of files.slice(0, AT_ONCE_MAX)) {
        const { name } = given;
        const file = isSvg(given) && !fileFault(given) ? await svgAsPng(given) : given;
        const fault = file ? sendFile({ userId, file }) : "undrawn";
        if (fault) showToast("error", t(`file_fault_${fault}`, { name }));
      }
      if (files.length > AT_ONCE_MAX) showToast("error", t("file_fault_many", { max: AT_ONCE_MAX }));
    },
    [sendFile, t, userId],
  );
}

/** Returns the pasted files; none for pasted text, to which an office program adds a picture. */
export function pastedFiles({ files, types }: DataTransfer): readonly File[] {
  return types.includes("text/plain") && types.includes("text/html") ? [] : [...files];
}

/** Protocol, 'Files': a pasted screenshot is sent as png. */
export function ofScreen(files: readonly File[]): Promise<readonly File[]> {
  return Promise.all(files.map((file) => (file.type.startsWith("image/") ? asPng(file) : file)));
}

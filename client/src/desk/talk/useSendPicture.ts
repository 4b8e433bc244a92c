import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { imageFault } from "../../lib/image";
import { useSetAtom } from "../../state/jotai";
import { showToast } from "../../ui/toast";
import { sendImageAtom } from "../state/talk.atoms";

/** Sends a picture to a visitor, by whichever way it came; what cannot be sent is said. */
export function useSendPicture(userId: string): (file: File) => void {
  const { t } = useTranslation("desk");
  const sendImage = useSetAtom(sendImageAtom);
  return useCallback(
    (file) => {
      const fault = imageFault(file);
      if (fault) showToast("error", t(`image_fault_${fault}`));
      else sendImage({ userId, file });
    },
    [sendImage, t, userId],
  );
}

import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { imageFault } from "../../lib/image";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { showToast } from "../../ui/toast";
import { notingAtom, sendImageAtom } from "../state/talk.atoms";

/** Sends a picture to a visitor, by whichever way it came; what cannot be sent is said. */
export function useSendPicture(userId: string): (file: File) => void {
  const { t } = useTranslation("desk");
  const sendImage = useSetAtom(sendImageAtom);
  const isNoting = useAtomValue(notingAtom)[userId] ?? false;
  return useCallback(
    (file) => {
      const fault = imageFault(file);
      // The visitor would see what is meant for agents alone.
      if (isNoting) showToast("error", t("note_no_pictures"));
      else if (fault) showToast("error", t(`image_fault_${fault}`));
      else sendImage({ userId, file });
    },
    [isNoting, sendImage, t, userId],
  );
}

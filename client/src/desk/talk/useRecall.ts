import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useSetAtom } from "../../state/jotai";
import { showToast } from "../../ui/toast";
import { recallAtom } from "../state/talk.atoms";

/** Recalls an own message, and shows a toast if that fails. */
export function useRecall(userId: string): (messageId: string) => void {
  const { t } = useTranslation("desk");
  const recall = useSetAtom(recallAtom);
  return useCallback(
    (messageId) => {
      void recall({ userId, messageId }).then((trouble) => {
        if (trouble) showToast("error", t(`deed_${trouble}`));
      });
    },
    [recall, t, userId],
  );
}

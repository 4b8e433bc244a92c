import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { useSetAtom } from "../../state/jotai";
import { showToast } from "../../ui/toast";
import { recallAtom } from "../state/talk.atoms";

/** Takes back a message of one's own, and says so when that did not work. */
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

import { useTranslation } from "react-i18next";
import { useSetAtom } from "../../state/jotai";
import { showToast } from "../../ui/toast";
import { recallAtom } from "../state/talk.atoms";

/** Takes back a message of one's own, and says so when that did not work. */
export function useRecall(userId: string): (messageId: string) => Promise<void> {
  const { t } = useTranslation("desk");
  const recall = useSetAtom(recallAtom);
  return async (messageId) => {
    const trouble = await recall({ userId, messageId });
    if (trouble) showToast("error", t(`deed_${trouble}`));
  };
}

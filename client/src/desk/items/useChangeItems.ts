import { useTranslation } from "react-i18next";
import type { ItemChange } from "../../api/items";
import { useSetAtom } from "../../state/jotai";
import { showToast } from "../../ui/toast";
import { changeItemsAtom } from "../state/items.atoms";

/** Returns what changes items and tells the agent how many were changed, or why not. */
export function useChangeItems() {
  const { t } = useTranslation("desk");
  const changeItems = useSetAtom(changeItemsAtom);
  return async (ids: readonly string[], change: ItemChange): Promise<void> => {
    const { done, refused } = await changeItems({ ids, change });
    const [why] = refused;
    if (why) {
      const because = t(`item_trouble_${why}`);
      const isOne = ids.length === 1;
      showToast("error", isOne ? because : t("items_refused", { count: refused.length, why: because }));
    } else if (ids.length > 1) showToast("success", t("items_done", { count: done }));
  };
}

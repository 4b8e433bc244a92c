import { useTranslation } from "react-i18next";
import type { ItemChange } from "../../api/items";
import { useSetAtom } from "../../state/jotai";
import { showToast } from "../../ui/toast";
import { changeItemsAtom, type ItemTrouble } from "../state/items.atoms";

/** Protocol, 'Items': the most items of one call. */
const ITEMS_MAX = 100;

/** Returns what changes items and tells the agent how many were changed, or why not. */
export function useChangeItems() {
  const { t } = useTranslation("desk");
  const changeItems = useSetAtom(changeItemsAtom);
  return async (ids: readonly string[], change: ItemChange): Promise<void> => {
    let done = 0;
    const refused: ItemTrouble[] = [];
    for (let at = 0; at < ids.length; at += ITEMS_MAX) {
      const answer = await changeItems({ ids: ids.slice(at, at + ITEMS_MAX), change });
      done += answer.done;
      refused.push(...answer.refused);
    }
    const [why] = refused;
    if (why) {
      const because = t(`item_trouble_${why}`);
      const isOne = ids.length === 1;
      showToast("error", isOne ? because : t("items_refused", { count: refused.length, why: because }));
    } else if (ids.length > 1) showToast("success", t("items_done", { count: done }));
  };
}

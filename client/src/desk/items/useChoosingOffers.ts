import { useAtomValue, useSetAtom } from "../../state/jotai";
import { useOffers } from "../keys/offers.atoms";
import { focusedItem, focusOpenRow } from "../lists/rows";
import { chooseAllItemsAtom, chooseItemAtom, chosenItemsAtom, itemsAtom } from "../state/items.atoms";

/** Offers to choose rows of the table: the one with the focus, or else the open one. */
export function useChoosingOffers(openId: string): void {
  const items = useAtomValue(itemsAtom);
  const chosen = useAtomValue(chosenItemsAtom);
  const choose = useSetAtom(chooseItemAtom);
  const chooseAll = useSetAtom(chooseAllItemsAtom);
  const chooseRow = (isRange: boolean) => ({
    run: () => {
      const id = focusedItem() ?? items.find((item) => item.id === openId)?.id;
      if (id === undefined) focusOpenRow();
      else choose({ id, isRange });
    },
  });
  const hasAny = items.length > 0;
  useOffers({
    chooseRow: hasAny ? chooseRow(false) : undefined,
    chooseRange: hasAny ? chooseRow(true) : undefined,
    chooseAll: chosen.length < items.length ? { run: () => chooseAll(true) } : undefined,
    chooseNone: chosen.length > 0 ? { run: () => chooseAll(false) } : undefined,
  });
}

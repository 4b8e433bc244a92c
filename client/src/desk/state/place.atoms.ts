/** Where the agent was before a reload: the list, what it searched for, and what they had typed about left items. */
import { atom } from "../../state/jotai";
import { restoreItemDraftsAtom } from "./itemDrafts.atoms";
import { restoreItemFilterAtom } from "./items.atoms";
import { restoreListAtom } from "./lists.atoms";
import { restoreFilterAtom } from "./search.atoms";

export const restorePlaceAtom = atom(null, (_get, set) => {
  set(restoreListAtom);
  set(restoreFilterAtom);
  set(restoreItemFilterAtom);
  set(restoreItemDraftsAtom);
});

import { useAtomValue, useSetAtom } from "../../state/jotai";
import { itemDraftsAtom, writeItemDraftAtom } from "../state/itemDrafts.atoms";

/** The text of a field of an item's pane, like a state that survives a reload. */
export function useItemDraft(field: string, id: string): [string, (text: string) => void] {
  const key = `${field} ${id}`;
  const write = useSetAtom(writeItemDraftAtom);
  return [useAtomValue(itemDraftsAtom)[key] ?? "", (text) => write({ key, text })];
}

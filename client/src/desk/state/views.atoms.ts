/** Saved views of left messages and work orders. */
import { ApiError } from "../../api/http";
import { atom } from "../../state/jotai";
import type { ItemView } from "../../wire/item";
import { servicesAtom } from "./services";

const heldAtom = atom<readonly ItemView[]>([]);

/** Everybody's, then the agent's own, each by name. */
export const viewsAtom = atom((get) => get(heldAtom));
export const forgetViewsAtom = atom(null, (_get, set) => set(heldAtom, []));

export const loadViewsAtom = atom(null, async (get, set) => {
  const views = await get(servicesAtom)
    .api.views()
    .catch(() => undefined);
  if (views) set(heldAtom, views);
});

export type ViewTrouble = "tooMany" | "forbidden" | "unreachable";

/** Saves a view. Returns it, or what went wrong. */
export const saveViewAtom = atom(
  null,
  async (get, set, view: ItemView): Promise<{ view: ItemView } | { trouble: ViewTrouble }> => {
    try {
      const saved = await get(servicesAtom).api.saveView(view);
      const others = get(heldAtom).filter(({ id }) => id !== saved.id);
      set(heldAtom, [...others, saved].toSorted(byHolderAndName));
      return { view: saved };
    } catch (cause) {
      const kind = cause instanceof ApiError ? cause.kind : "unreachable";
      return {
        trouble: kind === "conflict" ? "tooMany" : kind === "forbidden" ? "forbidden" : "unreachable",
      };
    }
  },
);

/** Removes a view. Returns whether that worked. */
export const removeViewAtom = atom(null, async (get, set, view: ItemView): Promise<boolean> => {
  try {
    await get(servicesAtom).api.removeView(view.id, view.isShared);
  } catch (cause) {
    // Somebody else removed it already.
    if (!(cause instanceof ApiError) || cause.kind !== "notFound") return false;
  }
  set(
    heldAtom,
    get(heldAtom).filter(({ id }) => id !== view.id),
  );
  return true;
});

function byHolderAndName(one: ItemView, other: ItemView): number {
  return Number(other.isShared) - Number(one.isShared) || one.name.localeCompare(other.name);
}

/** The items that were opened, with everything that was said about them. */
import { ApiError } from "../../api/http";
import { atom } from "../../state/jotai";
import type { Item, WholeItem } from "../../wire/item";
import { newer } from "../items/items";
import { agentAtom } from "./agent.atoms";
import { servicesAtom } from "./services";

/** `readAt` is the cursor up to which its talk was read. */
type Held = WholeItem & { readAt: number };

const heldAtom = atom<Readonly<Record<string, Held>>>({});

export const wholeItemsAtom = atom((get) => get(heldAtom));
export const forgetWholeItemsAtom = atom(null, (_get, set) => set(heldAtom, {}));

export type OpenTrouble = "gone" | "unreachable";

const keptAtom = atom(null, (get, set, whole: WholeItem) => {
  const before = get(heldAtom)[whole.item.id];
  // A slow answer must not replace a newer one.
  if (before && before.readAt > whole.item.cursor) return;
  set(heldAtom, { ...get(heldAtom), [whole.item.id]: { ...whole, readAt: whole.item.cursor } });
});

/** Reads an item with everything that was said about it. The agent's own one is read then. */
export const openItemAtom = atom(null, async (get, set, id: string): Promise<OpenTrouble | undefined> => {
  const { api } = get(servicesAtom);
  try {
    const whole = await api.item(id);
    set(keptAtom, whole);
    const { isUnread, agentId } = whole.item;
    if (isUnread && agentId === get(agentAtom)?.id) {
      // The event of the change takes the mark away. If the request is lost, the mark stays.
      void api.readItem(id).catch(() => undefined);
    }
    return undefined;
  } catch (cause) {
    return troubleOf(cause);
  }
});

/** An item has changed. If it is open, what was said about it is read again. */
export const itemMergedAtom = atom(null, (get, set, fresh: Item) => {
  const whole = get(heldAtom)[fresh.id];
  if (!whole || whole.item.cursor >= fresh.cursor) return;
  set(heldAtom, { ...get(heldAtom), [fresh.id]: { ...whole, item: newer(whole.item, fresh) } });
});

type Note = { noteId: string; id: string; text: string };

/** Stores a note that only agents see. Returns what went wrong, or undefined. */
export const noteItemAtom = atom(
  null,
  async (get, set, { noteId, id, text }: Note): Promise<OpenTrouble | undefined> => {
    try {
      set(keptAtom, await get(servicesAtom).api.noteItem(noteId, id, text));
      return undefined;
    } catch (cause) {
      return troubleOf(cause);
    }
  },
);

function troubleOf(cause: unknown): OpenTrouble {
  const kind = cause instanceof ApiError ? cause.kind : "unreachable";
  return kind === "notFound" || kind === "conflict" ? "gone" : "unreachable";
}

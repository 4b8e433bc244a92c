/** The tenant's tags, and those of conversations. */
import { ApiError } from "../../api/http";
import { atom } from "../../state/jotai";
import { TAG_COLOURS, type Tag } from "../../wire/team";
import { changeDeskAtom } from "./desk.atoms";
import { servicesAtom } from "./services";

type Held = { phase: "loading" | "here" | "failed"; tags: readonly Tag[] };

const heldAtom = atom<Held>({ phase: "loading", tags: [] });

export const tagsPhaseAtom = atom((get) => get(heldAtom).phase);
export const tagListAtom = atom((get) => get(heldAtom).tags);

/** Returns the tags with these ids. One that was removed from the list shows its id. */
export const namedTagsAtom = atom((get) => {
  const known = new Map(get(heldAtom).tags.map((one) => [one.id, one]));
  return (ids: readonly string[]): readonly Tag[] =>
    ids.map((id) => known.get(id) ?? { id, name: id, colour: "grey" });
});

export const loadTagsAtom = atom(null, async (get, set) => {
  try {
    set(heldAtom, { phase: "here", tags: await get(servicesAtom).api.tags() });
  } catch {
    if (get(heldAtom).phase !== "here") set(heldAtom, { phase: "failed", tags: [] });
  }
});

/** A colleague used these tags: an unknown one is new in the list. */
export const tagsSeenAtom = atom(null, (get, set, ids: readonly string[]) => {
  const known = new Set(get(heldAtom).tags.map(({ id }) => id));
  if (ids.some((id) => !known.has(id))) void set(loadTagsAtom);
});

export type TagTrouble = "tooMany" | "gone" | "unreachable";

/** Changes the tags of a conversation. Returns what went wrong, or undefined. */
export const changeTagsAtom = atom(
  null,
  async (
    get,
    set,
    ask: { userId: string; add?: string; remove?: string },
  ): Promise<TagTrouble | undefined> => {
    const list = (id: string | undefined) => (id === undefined ? [] : [id]);
    try {
      const { api } = get(servicesAtom);
      const changed = await api.changeTags(ask.userId, list(ask.add), list(ask.remove));
      set(changeDeskAtom, { kind: "tagged", userId: ask.userId, ...changed });
      return undefined;
    } catch (cause) {
      return troubleOf(cause);
    }
  },
);

/** Adds a tag to the tenant's list. Returns it, or undefined if that failed. */
export const createTagAtom = atom(null, async (get, set, name: string): Promise<Tag | undefined> => {
  const { api } = get(servicesAtom);
  const { tags } = get(heldAtom);
  const colour = TAG_COLOURS[(tags.length + 1) % TAG_COLOURS.length] ?? "grey";
  try {
    const made = await api.createTag(name, colour);
    set(heldAtom, { phase: "here", tags: [...get(heldAtom).tags, made] });
    return made;
  } catch {
    return undefined;
  }
});

/** Clears the tags before another agent signs in. */
export const forgetTagsAtom = atom(null, (_get, set) => set(heldAtom, { phase: "loading", tags: [] }));

function troubleOf(cause: unknown): TagTrouble {
  const kind = cause instanceof ApiError ? cause.kind : "unreachable";
  if (kind !== "invalid") return kind === "notFound" ? "gone" : "unreachable";
  // The field says whether a tag is unknown, or there are too many.
  const [fault] = cause instanceof ApiError && Array.isArray(cause.data) ? cause.data : [];
  const field = typeof fault === "object" && fault !== null && "field" in fault ? fault.field : "";
  return field === "add" ? "tooMany" : "gone";
}

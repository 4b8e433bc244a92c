/** Left messages and work orders: the shown list, what is chosen in it, changes, and the events about them. */
import * as v from "valibot";
import type { OrderWord } from "../../api/agent";
import { ApiError } from "../../api/http";
import type { ItemChange } from "../../api/items";
import { atom, type Getter } from "../../state/jotai";
import type { DeskEvent } from "../../wire/agent";
import { type Item, type ItemFilter, itemFilter } from "../../wire/item";
import { jsonText } from "../../wire/scalars";
import type { Mentioned } from "../../wire/team";
import { asked, BUILT_IN, changed, fits, merged, newer, type Pending, picked } from "../items/items";
import { keptItemFilter } from "../keeping";
import { agentAtom } from "./agent.atoms";
import { shownListAtom } from "./lists.atoms";
import { itemMergedAtom, openItemAtom, wholeItemsAtom } from "./openItem.atoms";
import { servicesAtom } from "./services";

type Held = {
  phase: "loading" | "here" | "failed";
  items: readonly Item[];
  next: string;
  /** Number of messages and orders that nobody has handled. */
  waiting: number;
};

const empty: Held = { phase: "loading", items: [], next: "", waiting: 0 };

const heldAtom = atom<Held>(empty);
const pendingAtom = atom<readonly Pending[]>([]);
const filterHeldAtom = atom<ItemFilter>(BUILT_IN.open);
const chosenHeldAtom = atom<ReadonlySet<string>>(new Set<string>());
const lastChosenAtom = atom<string | undefined>(undefined);
const roundAtom = atom(0);
const countingAtom = atom<"idle" | "busy" | "again">("idle");
const keysAtom = atom(0);
const newsHeldAtom = atom<{ what: "message" | "order" | "due"; id: string; name: string } | undefined>(
  undefined,
);
const knownAtom = atom<ReadonlySet<string>>(new Set<string>());

export const itemsPhaseAtom = atom((get) => get(heldAtom).phase);
export const moreItemsLeftAtom = atom((get) => get(heldAtom).next !== "");
export const itemsWaitingAtom = atom((get) => get(heldAtom).waiting);
export const itemFilterAtom = atom((get) => get(filterHeldAtom));
/** The shown items, with what this page asked for and the server has not answered yet. */
export const itemsAtom = atom((get) => {
  const pending = get(pendingAtom);
  const { items } = get(heldAtom);
  return pending.length === 0 ? items : items.map((item) => changed(item, pending));
});
/** An item with what this page asked for. */
export const plannedAtom = atom((get) => {
  const pending = get(pendingAtom);
  const { items } = get(heldAtom);
  return (item: Item) => {
    const listed = items.find(({ id }) => id === item.id);
    return changed(listed ? newer(listed, item) : item, pending);
  };
});
/** The chosen rows that are shown. */
export const chosenItemsAtom = atom((get) => {
  const chosen = get(chosenHeldAtom);
  return get(itemsAtom).filter(({ id }) => chosen.has(id));
});
export const chosenIdsAtom = atom((get) => get(chosenHeldAtom));
/** Whether the bar that changes the chosen rows is on the page. */
export const isBulkShownAtom = atom(
  (get) => get(shownListAtom) === "left" && get(chosenItemsAtom).length > 0,
);
/** The newest item that was left, or is due, while the desk was open. */
export const itemNewsAtom = atom((get) => get(newsHeldAtom));

/** Clears everything before another agent signs in. */
export const forgetItemsAtom = atom(null, (_get, set) => {
  set(heldAtom, empty);
  set(pendingAtom, []);
  set(filterHeldAtom, BUILT_IN.open);
  keptItemFilter.write("");
  set(chosenHeldAtom, new Set<string>());
  set(newsHeldAtom, undefined);
  set(knownAtom, new Set());
  set(countingAtom, "idle");
  set(colleaguesHeldAtom, []);
});

/** Reads the list again. If several reads overlap, the latest one counts. */
export const reloadItemsAtom = atom(null, async (get, set) => {
  const { api, clock } = get(servicesAtom);
  const round = get(roundAtom) + 1;
  set(roundAtom, round);
  try {
    const page = await api.items(asked(get(filterHeldAtom), meOf(get), clock.now(), ""));
    if (get(roundAtom) === round) set(heldAtom, { phase: "here", ...page });
  } catch {
    // A loaded list stays; a desk that has none yet offers a retry.
    const held = get(heldAtom);
    if (get(roundAtom) === round && held.phase !== "here") set(heldAtom, { ...held, phase: "failed" });
  }
});

/** Adds the next page. Returns whether that worked. */
export const moreItemsAtom = atom(null, async (get, set): Promise<boolean> => {
  const { api, clock } = get(servicesAtom);
  const { next } = get(heldAtom);
  const round = get(roundAtom);
  try {
    const page = await api.items(asked(get(filterHeldAtom), meOf(get), clock.now(), next));
    const held = get(heldAtom);
    // The list was read again, or this page has already been added.
    if (get(roundAtom) !== round || held.next !== next) return true;
    const known = new Set(held.items.map(({ id }) => id));
    const items = [...held.items, ...page.items.filter(({ id }) => !known.has(id))];
    set(heldAtom, { ...held, items, next: page.next });
    return true;
  } catch {
    return false;
  }
});

/** Shows another list. */
export const showItemsAtom = atom(null, (get, set, filter: ItemFilter) => {
  set(filterHeldAtom, filter);
  keptItemFilter.write(JSON.stringify(filter));
  set(chosenHeldAtom, new Set<string>());
  set(heldAtom, { ...empty, waiting: get(heldAtom).waiting });
  return set(reloadItemsAtom);
});

export const restoreItemFilterAtom = atom(null, (_get, set) => {
  set(filterHeldAtom, v.parse(jsonText<ItemFilter>(itemFilter, BUILT_IN.open), keptItemFilter.read()));
});

/** Marks or unmarks a row; with `isRange`, all rows since the last one. */
export const chooseItemAtom = atom(null, (get, set, { id, isRange }: { id: string; isRange: boolean }) => {
  const rows = get(itemsAtom).map((item) => item.id);
  const from = isRange ? get(lastChosenAtom) : undefined;
  set(chosenHeldAtom, picked(get(chosenHeldAtom), rows, id, from));
  set(lastChosenAtom, id);
});

/** Marks all shown rows, or none. */
export const chooseAllItemsAtom = atom(null, (get, set, isAll: boolean) => {
  set(chosenHeldAtom, new Set(isAll ? get(itemsAtom).map(({ id }) => id) : []));
  set(lastChosenAtom, undefined);
});

/** Asks how many wait. Several changes at once are one question. */
const countAgainAtom = atom(null, async (get, set) => {
  if (get(countingAtom) !== "idle") {
    set(countingAtom, "again");
    return;
  }
  const { api, clock } = get(servicesAtom);
  const me = meOf(get);
  do {
    set(countingAtom, "busy");
    const page = await api.items(asked(BUILT_IN.mine, me, clock.now(), "")).catch(() => undefined);
    // Another agent has signed in.
    if (meOf(get) !== me) return;
    if (page) set(heldAtom, { ...get(heldAtom), waiting: page.waiting });
  } while (get(countingAtom) === "again");
  set(countingAtom, "idle");
});

/** An item is new or has changed: puts it into the list if it belongs there. */
export const itemReceivedAtom = atom(null, (get, set, fresh: Item) => {
  const held = get(heldAtom);
  const filter = get(filterHeldAtom);
  const before = held.items.find(({ id }) => id === fresh.id) ?? get(wholeItemsAtom)[fresh.id]?.item;
  // Only the server knows whether the words are in an item.
  const hasWords = held.items.some(({ id }) => id === fresh.id) || filter.text.trim() === "";
  const isShown = hasWords && fits(filter, fresh, meOf(get), get(servicesAtom).clock.now());
  const items = held.phase === "here" ? merged(held.items, fresh, isShown) : held.items;
  if (items !== held.items) set(heldAtom, { ...held, items });
  set(itemMergedAtom, fresh);
  const isSameCount = before && (before.status === "new") === (fresh.status === "new");
  if (held.phase === "here" && !isSameCount) void set(countAgainAtom);
});

/** Handles the event `left`. Returns false for a repeated event. */
export const leftReceivedAtom = atom(
  null,
  (get, set, { what, id }: Extract<DeskEvent, { kind: "left" }>): boolean => {
    void set(reloadItemsAtom);
    if (get(knownAtom).has(id)) return false;
    set(knownAtom, new Set([...get(knownAtom), id]));
    set(newsHeldAtom, { what, id, name: "" });
    return true;
  },
);

/** An item of the agent is due. Returns false for a repeated event. */
export const dueReceivedAtom = atom(null, (get, set, item: Item): boolean => {
  const name = `${item.id} ${item.due}`;
  set(itemReceivedAtom, item);
  if (get(knownAtom).has(name)) return false;
  set(knownAtom, new Set([...get(knownAtom), name]));
  set(newsHeldAtom, { what: "due", id: item.id, name: item.name });
  return true;
});

export type ItemTrouble = "gone" | "closed" | "status" | "unreachable";
/** How many items are as asked, and why the others are not. */
export type ItemsDone = { done: number; refused: readonly ItemTrouble[] };

/** Changes items. They show the change at once, and lose it again if the server refuses it. */
export const changeItemsAtom = atom(
  null,
  async (get, set, { ids, change }: { ids: readonly string[]; change: ItemChange }): Promise<ItemsDone> => {
    const key = String(get(keysAtom) + 1);
    set(keysAtom, get(keysAtom) + 1);
    set(pendingAtom, [...get(pendingAtom), { key, ids, change }]);
    try {
      const answer = await get(servicesAtom).api.changeItems(ids, change);
      for (const item of answer.changed) set(itemReceivedAtom, item);
      const why = (word: string) => (word === "closed" || word === "status" ? word : "gone");
      return { done: answer.changed.length, refused: answer.refused.map((one) => why(one.why)) };
    } catch (cause) {
      return { done: 0, refused: ids.map(() => troubleOf(cause)) };
    } finally {
      set(
        pendingAtom,
        get(pendingAtom).filter((one) => one.key !== key),
      );
    }
  },
);

type Handling = { id: string; remark: string; byMail: boolean };

/** `refused`: the remark could not go by mail, and the message is not handled. */
export const handleMessageAtom = atom(null, async (get, set, { id, remark, byMail }: Handling) => {
  try {
    await get(servicesAtom).api.handleMessage(id, remark, byMail);
    await Promise.all([set(openItemAtom, id), set(reloadItemsAtom)]);
    return undefined;
  } catch (cause) {
    const isRefused = byMail && cause instanceof ApiError && cause.kind === "conflict";
    return isRefused ? ("refused" as const) : troubleOf(cause);
  }
});

export const handleOrderAtom = atom(
  null,
  async (get, set, ask: OrderWord & { sayId: string; id: string }): Promise<ItemTrouble | undefined> => {
    const { sayId, id, ...said } = ask;
    try {
      await get(servicesAtom).api.handleOrder(sayId, id, said);
      await Promise.all([set(openItemAtom, id), set(reloadItemsAtom)]);
      return undefined;
    } catch (cause) {
      return troubleOf(cause);
    }
  },
);

/** The colleagues who can do something, by name. */
const colleaguesHeldAtom = atom<readonly Mentioned[]>([]);
export const itemColleaguesAtom = atom((get) => get(colleaguesHeldAtom));
const areColleaguesAskedAtom = atom(false);
export const loadItemColleaguesAtom = atom(null, async (get, set) => {
  if (get(areColleaguesAskedAtom)) return;
  set(areColleaguesAskedAtom, true);
  const found = await get(servicesAtom)
    .api.mentionable("")
    .catch(() => undefined);
  if (found) set(colleaguesHeldAtom, found);
  set(areColleaguesAskedAtom, false);
});

function meOf(get: Getter): string {
  return get(agentAtom)?.id ?? "";
}

function troubleOf(cause: unknown): ItemTrouble {
  const kind = cause instanceof ApiError ? cause.kind : "unreachable";
  return kind === "notFound" || kind === "conflict" ? "gone" : "unreachable";
}

/** The desk's lists: loading, paging and changing them. */
import type { Box } from "../../api/agent";
import { atom } from "../../state/jotai";
import { keptList } from "../keeping";
import { changeDeskAtom, deskAtom } from "./desk.atoms";
import { readRowWordsAtom } from "./rowWords.atoms";
import { servicesAtom } from "./services";
import { type TakeTrouble, takeTroubleOf } from "./takeTrouble";

type Reload = "idle" | "loading" | "again";
const reloadsAtom = atom<Record<Box, Reload>>({ mine: "idle", queue: "idle", robot: "idle" });

/**
 * Reads a list again. If it is requested again meanwhile, it reads once more, so that the last response is never stale.
 */
export const reloadAtom = atom(null, async (get, set, box: Box) => {
  const mark = (reload: Reload) => set(reloadsAtom, { ...get(reloadsAtom), [box]: reload });
  if (get(reloadsAtom)[box] !== "idle") {
    mark("again");
    return;
  }
  const { api } = get(servicesAtom);
  do {
    mark("loading");
    try {
      const { rows, next } = await api.list(box, "");
      if (box === "mine") set(changeDeskAtom, { kind: "mineListed", rows });
      else if (box === "robot") set(changeDeskAtom, { kind: "robotListed", rows });
      else set(changeDeskAtom, { kind: "queueListed", rows, next, isContinued: false });
      if (box !== "robot") void set(readRowWordsAtom);
    } catch {
      // The poll reports the outage and triggers another read afterwards.
    }
  } while (get(reloadsAtom)[box] === "again");
  mark("idle");
});

export const moreQueueAtom = atom(null, async (get, set) => {
  const { queueNext } = get(deskAtom);
  if (queueNext === "") return;
  const { rows, next } = await get(servicesAtom).api.list("queue", queueNext);
  set(changeDeskAtom, { kind: "queueListed", rows, next, isContinued: true });
});

type Taken = { userId: string } | { trouble: TakeTrouble };

/** Takes the named visitor, or the one who has waited longest. Returns the visitor of the conversation. */
export const takeAtom = atom(null, async (get, set, userId: string | undefined): Promise<Taken> => {
  const { api } = get(servicesAtom);
  try {
    const row = await (userId === undefined ? api.takeNext() : api.take(userId));
    set(changeDeskAtom, { kind: "taken", row });
    return { userId: row.userId };
  } catch (cause) {
    void set(reloadAtom, "queue");
    return { trouble: takeTroubleOf(cause) };
  }
});

/** Takes a visitor over from the robot. */
export const takeFromRobotAtom = atom(null, async (get, set, userId: string): Promise<Taken> => {
  try {
    const row = await get(servicesAtom).api.stepIn(userId);
    set(changeDeskAtom, { kind: "taken", row });
    return { userId };
  } catch (cause) {
    void set(reloadAtom, "robot");
    return { trouble: takeTroubleOf(cause) };
  }
});

export const LISTS = ["mine", "queue", "robot", "left", "ended", "all"] as const;
export type ListName = (typeof LISTS)[number];
const shownHeldAtom = atom<ListName>("mine");
/** Which list is shown. It stays after a reload. */
export const shownListAtom = atom(
  (get) => get(shownHeldAtom),
  (get, set, next: ListName | ((shown: ListName) => ListName)) => {
    const list = typeof next === "function" ? next(get(shownHeldAtom)) : next;
    set(shownHeldAtom, list);
    keptList.write(list === "mine" ? "" : list);
  },
);
export const restoreListAtom = atom(null, (_get, set) => {
  const kept = keptList.read();
  set(shownHeldAtom, LISTS.find((list) => list === kept) ?? "mine");
});

/** Whether a list is what a search finds. */
export function isSearch(list: ListName): list is "ended" | "all" {
  return list === "ended" || list === "all";
}

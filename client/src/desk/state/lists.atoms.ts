/** The desk's lists: loading, paging and changing them. */
import type { Box } from "../../api/agent";
import { ApiError } from "../../api/http";
import { atom } from "../../state/jotai";
import { changeDeskAtom, deskAtom } from "./desk.atoms";
import { servicesAtom } from "./services";

type Reload = "idle" | "loading" | "again";
const reloadsAtom = atom<Record<Box, Reload>>({ mine: "idle", queue: "idle" });

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
      else set(changeDeskAtom, { kind: "queueListed", rows, next, isContinued: false });
    } catch {
      // The poll reports the outage and triggers another read afterwards.
    }
  } while (get(reloadsAtom)[box] === "again");
  mark("idle");
});

/** Reads both lists again if events may have been lost. A first read that is still running is not repeated. */
export const catchUpAtom = atom(null, (get, set, isFirst: boolean) => {
  for (const box of ["mine", "queue"] as const) {
    if (!isFirst || get(reloadsAtom)[box] === "idle") void set(reloadAtom, box);
  }
});

export const moreQueueAtom = atom(null, async (get, set) => {
  const { queueNext } = get(deskAtom);
  if (queueNext === "") return;
  const { rows, next } = await get(servicesAtom).api.list("queue", queueNext);
  set(changeDeskAtom, { kind: "queueListed", rows, next, isContinued: true });
});

export type TakeTrouble = "empty" | "gone" | "unreachable";

/** Takes the named visitor, or the one who has waited longest. Returns the visitor of the conversation. */
export const takeAtom = atom(
  null,
  async (get, set, userId: string | undefined): Promise<{ userId: string } | { trouble: TakeTrouble }> => {
    const { api } = get(servicesAtom);
    try {
      const row = await (userId === undefined ? api.takeNext() : api.take(userId));
      set(changeDeskAtom, { kind: "taken", row });
      return { userId: row.userId };
    } catch (cause) {
      void set(reloadAtom, "queue");
      const kind = cause instanceof ApiError ? cause.kind : "unreachable";
      return { trouble: kind === "notFound" ? "empty" : kind === "conflict" ? "gone" : "unreachable" };
    }
  },
);

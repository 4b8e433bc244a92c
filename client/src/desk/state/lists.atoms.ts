/** The desk's lists: read, continued, changed. */
import type { Box } from "../../api/agent";
import { ApiError } from "../../api/http";
import { atom } from "../../state/jotai";
import { changeDeskAtom, deskAtom } from "./desk.atoms";
import { servicesAtom } from "./services";

type Reload = "idle" | "loading" | "again";
const reloadsAtom = atom<Record<Box, Reload>>({ mine: "idle", queue: "idle" });

/** Reads a list anew; asked again meanwhile, it reads once more, so that the last answer is never an old one. */
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
      // The poll tells of the trouble, and its end reads the lists again.
    }
  } while (get(reloadsAtom)[box] === "again");
  mark("idle");
});

/** Reads both lists anew where events may have been missed; what is being read for the first time is left at it. */
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

/** Takes the visitor who has waited longest, or the one named; answers whose conversation it is. */
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

/** The supervisor's wall as this page holds it, and what a supervisor does from it. */
import { ApiError } from "../../api/http";
import { atom } from "../../state/jotai";
import type { AgentStatus } from "../../wire/account";
import type { ConversationRow } from "../../wire/agent";
import type { Duty } from "../../wire/duty";
import { servicesAtom } from "../state/services";
import { joined, type Wall } from "./wall";

type Held = { phase: "loading" | "here" | "failed" | "forbidden"; wall: Wall | undefined };

const heldAtom = atom<Held>({ phase: "loading", wall: undefined });
export const wallAtom = atom((get) => get(heldAtom));

type Load = "idle" | "loading" | "again";
const loadAtom = atom<Load>("idle");

/** Reads what changed since the last answer. If it is asked again meanwhile, it reads once more. */
export const loadWallAtom = atom(null, async (get, set) => {
  if (get(loadAtom) !== "idle") {
    set(loadAtom, "again");
    return;
  }
  const { api, clock } = get(servicesAtom);
  do {
    set(loadAtom, "loading");
    const { wall } = get(heldAtom);
    try {
      const answer = await api.wall(wall?.version ?? 0);
      set(heldAtom, { phase: "here", wall: joined(wall, answer, clock.now()) });
    } catch (cause) {
      const isForbidden = cause instanceof ApiError && cause.kind === "forbidden";
      if (isForbidden) set(heldAtom, { phase: "forbidden", wall: undefined });
      else if (!wall) set(heldAtom, { phase: "failed", wall });
    }
  } while (get(loadAtom) === "again");
  set(loadAtom, "idle");
});

/** The poll says that the wall has a newer version. Only a page that shows the wall reads it. */
export const wallChangedAtom = atom(null, (get, set, version: number) => {
  const { wall } = get(heldAtom);
  if (wall && version > wall.version) void set(loadWallAtom);
});

/** Forgets the wall: it is read anew when it is shown again, or by another agent. */
export const forgetWallAtom = atom(null, (_get, set) => set(heldAtom, { phase: "loading", wall: undefined }));

/** Whose conversations to list: those of an agent, or the waiting ones of a group. */
export type Whose = { adminId: string } | { groupId: string };

export const wallTalksAtom = atom(
  null,
  async (
    get,
    _set,
    { whose, cursor }: { whose: Whose; cursor: string },
  ): Promise<{ rows: readonly ConversationRow[]; next: string } | undefined> =>
    get(servicesAtom)
      .api.wallConversations(whose, cursor)
      .catch(() => undefined),
);

/** What an agent owes a visitor, and why they have them; undefined if the server does not tell it. */
export const dutyOfAtom = atom(
  null,
  async (_get, set, { userId, adminId }: { userId: string; adminId: string }): Promise<Duty | undefined> => {
    let cursor = "";
    do {
      const page = await set(wallTalksAtom, { whose: { adminId }, cursor });
      const found = page?.rows.find((row) => row.userId === userId);
      if (found) return found.duty;
      cursor = page?.next ?? "";
    } while (cursor !== "");
    return undefined;
  },
);

/** Sets a colleague's status. Returns what the server set, or undefined. */
export const setStatusOfAtom = atom(
  null,
  async (get, set, { adminId, status }: { adminId: string; status: AgentStatus }) => {
    const standing = await get(servicesAtom)
      .api.setStatusOf(adminId, status)
      .catch(() => undefined);
    if (standing) void set(loadWallAtom);
    return standing;
  },
);

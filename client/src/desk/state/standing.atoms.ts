/** The agent's status and capacity: chosen here, confirmed by the server. */

import type { OpenTalks } from "../../api/agent";
import { atom } from "../../state/jotai";
import type { AgentStatus } from "../../wire/account";
import type { Standing } from "../../wire/agent";
import { changeDeskAtom, deskAtom } from "./desk.atoms";
import { servicesAtom } from "./services";

/**
 * The number of changes so far, how many are open, and the last request: the server receives them in order. `accepted`
 * is what the server last accepted.
 */
const changesAtom = atom<{ count: number; open: number; last: Promise<unknown>; accepted?: Standing }>({
  count: 0,
  open: 0,
  last: Promise.resolve(),
});

export type StatusChange = { status?: AgentStatus; capacity?: number; open?: OpenTalks };

/**
 * Sets status and capacity. Shows them at once and reverts them if the server refuses. Returns the server's values, or
 * undefined if the request failed.
 */
export const setStatusAtom = atom(
  null,
  async (get, set, change: StatusChange): Promise<Standing | undefined> => {
    const { status, capacity } = get(deskAtom);
    const { open: openTalks, ...wish } = change;
    const wanted = { status, capacity, ...wish };
    set(changeDeskAtom, { kind: "statusChanged", standing: wanted });
    set(setElsewhereAtom, false);
    const { count, open, last, accepted: before } = get(changesAtom);
    const { api } = get(servicesAtom);
    const call = last
      .catch(() => undefined)
      .then(() =>
        openTalks
          ? api.setStatus(wanted.status, wanted.capacity, openTalks)
          : api.setStatus(wanted.status, wanted.capacity),
      );
    // During a change, the desk shows what the server has not accepted yet.
    const known = open > 0 && before ? before : { status, capacity };
    set(changesAtom, { count: count + 1, open: open + 1, last: call, accepted: known });
    const answered = await call.catch(() => undefined);
    const changes = get(changesAtom);
    const accepted = answered ?? changes.accepted ?? known;
    set(changesAtom, { ...changes, open: changes.open - 1, accepted });
    // If the agent changed the status again, the response to an earlier change does not apply.
    if (changes.count === count + 1) set(changeDeskAtom, { kind: "statusChanged", standing: accepted });
    return answered;
  },
);

/** Whether somebody else, or another page of the agent, set them offline. It ends with the next status. */
export const setElsewhereAtom = atom(false);

/** Whether the agent is asked where their open conversations go, because they want to go offline. */
export const leavingAtom = atom(false);

/** Number of changes so far. Remember it before a read: see {@link statusReceivedAtom}. */
export const changeCountAtom = atom((get) => get(changesAtom).count);

/**
 * Applies the status that the server sent. It is ignored during a change, or if it was requested before the last
 * change: it may be older.
 */
export const statusReceivedAtom = atom(null, (get, set, told: Partial<Standing>, asked?: number) => {
  const { count, open } = get(changesAtom);
  if (open > 0 || (asked !== undefined && asked !== count)) return;
  const { status, capacity } = get(deskAtom);
  // The wire names nobody: the supervisor's change and that of the agent's other page look alike.
  if (told.status !== undefined && told.status !== status)
    set(setElsewhereAtom, told.status === "offline" && asked === undefined);
  set(changeDeskAtom, { kind: "statusChanged", standing: { status, capacity, ...told } });
});

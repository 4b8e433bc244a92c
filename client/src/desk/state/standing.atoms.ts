/** How the agent stands, online or not and for how many: wished for here, told by the server. */
import { atom } from "../../state/jotai";
import type { AgentStatus, Standing } from "../../wire/agent";
import { changeDeskAtom, deskAtom } from "./desk.atoms";
import { servicesAtom } from "./services";

/** How many wishes there have been and are open, and the last one's call: the server hears them in their order. */
const wishesAtom = atom<{ count: number; open: number; last: Promise<unknown> }>({
  count: 0,
  open: 0,
  last: Promise.resolve(),
});

/**
 * Goes online, busy or offline; shown at once, taken back when the server does not agree. Answers how the agent stands
 * then, or nothing where the server could not be asked.
 */
export const setStatusAtom = atom(
  null,
  async (get, set, wish: { status?: AgentStatus; capacity?: number }): Promise<Standing | undefined> => {
    const { status, capacity } = get(deskAtom);
    const before = { status, capacity };
    const wished = { ...before, ...wish };
    set(changeDeskAtom, { kind: "stands", standing: wished });
    const { count, open, last } = get(wishesAtom);
    const { api } = get(servicesAtom);
    const call = last.catch(() => undefined).then(() => api.setStatus(wished.status, wished.capacity));
    set(wishesAtom, { count: count + 1, open: open + 1, last: call });
    const answered = await call.catch(() => undefined);
    const wishes = get(wishesAtom);
    set(wishesAtom, { ...wishes, open: wishes.open - 1 });
    // What an agent has wished for since is what stands, and not the answer to an earlier wish.
    if (wishes.count === count + 1) set(changeDeskAtom, { kind: "stands", standing: answered ?? before });
    return answered;
  },
);

/** To be remembered by who asks how the agent stands: see {@link standingToldAtom}. */
export const wishesSoFarAtom = atom((get) => get(wishesAtom).count);

/**
 * The server tells by itself how the agent stands. Nothing of it counts while a wish is under way, nor what was asked
 * before the last wish: it may be older.
 */
export const standingToldAtom = atom(null, (get, set, told: Partial<Standing>, asked?: number) => {
  const { count, open } = get(wishesAtom);
  if (open > 0 || (asked !== undefined && asked !== count)) return;
  const { status, capacity } = get(deskAtom);
  set(changeDeskAtom, { kind: "stands", standing: { status, capacity, ...told } });
});

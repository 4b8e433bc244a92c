/** Conversations of others that this page shows: the server tells it what is new in them while it asks for that. */
import { ApiError } from "../../api/http";
import { atom } from "../../state/jotai";
import type { Watched } from "../../wire/visitor";
import { pageAtom } from "./drafts.atoms";
import { servicesAtom } from "./services";

/** The running calls that end a watch. The next one begins after them, so that they do not end it. */
const partingAtom = atom<Promise<unknown>>(Promise.resolve());

/** Has the server tell of what is new in a conversation, for a minute. `refused`: it does not, and will not soon. */
export const watchAtom = atom(
  null,
  async (get, _set, userId: string): Promise<Watched | "refused" | "unreachable"> => {
    await get(partingAtom);
    try {
      return await get(servicesAtom).api.watch(userId, get(pageAtom));
    } catch (cause) {
      const kind = cause instanceof ApiError ? cause.kind : "unreachable";
      return kind === "notFound" || kind === "conflict" ? "refused" : "unreachable";
    }
  },
);

/** The page no longer shows the conversation. */
export const unwatchAtom = atom(null, (get, set, userId: string) => {
  const { api } = get(servicesAtom);
  const parting = api.unwatch(userId, get(pageAtom)).catch(() => undefined);
  set(partingAtom, Promise.all([get(partingAtom), parting]));
});

const roundAtom = atom(0);
/** Rises when the server may no longer tell what is new: the page must ask again, and read what it missed. */
export const watchRoundAtom = atom((get) => get(roundAtom));
export const watchAgainAtom = atom(null, (get, set) => set(roundAtom, get(roundAtom) + 1));

/** What the desk tells screen readers. */
import { atom } from "../../state/jotai";

export type Said = { id: number; text: string };

/** As many stay on the page, so that one that comes quickly after another is read too. */
const KEPT_MAX = 5;

const heldAtom = atom<{ last: number; said: readonly Said[] }>({ last: 0, said: [] });

export const saidAtom = atom((get) => get(heldAtom).said);

export const sayAtom = atom(null, (get, set, text: string) => {
  const { last, said } = get(heldAtom);
  const id = last + 1;
  set(heldAtom, { last: id, said: [...said, { id, text }].slice(-KEPT_MAX) });
});

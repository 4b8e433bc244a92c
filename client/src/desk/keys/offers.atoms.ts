/** Who can do which action at the moment: each part of the desk offers what it can do while it is on the page. */
import { useLayoutEffect, useRef } from "react";
import { atom, useSetAtom } from "../../state/jotai";
import { keptRecent } from "../keeping";
import { type ActionId, actionIds } from "./actions";
import { panelAtom } from "./panel.atoms";

/** One of several things that an action can be done with. */
export type Choice = {
  key: string;
  name: string;
  note?: string;
  /** The colour of a tag. */
  colour?: string;
  isOff?: boolean;
  run: () => void;
};

/** What an action does: it runs at once, or it needs a choice. */
export type Offer = {
  run?: () => void;
  choices?: () => readonly Choice[];
  /** Loads the choices; undefined if that fails. */
  ask?: (signal: AbortSignal) => Promise<readonly Choice[] | undefined>;
  /** A choice that the agent types. */
  typed?: (text: string) => Choice | undefined;
  /** What to say if there are no choices, or the words find none. */
  none?: (text: string) => string;
  /** How things are, such as "on". */
  state?: string;
};

export type Offers = Readonly<Partial<Record<ActionId, Offer | undefined>>>;
type Source = { readonly current: Offers };

const sourcesAtom = atom<ReadonlyMap<ActionId, Source>>(new Map());

/** Returns the newest offer of an action; undefined if nobody offers it. */
export const offerOfAtom = atom((get) => {
  const sources = get(sourcesAtom);
  return (id: ActionId): Offer | undefined => sources.get(id)?.current[id];
});

const offerAtom = atom(null, (get, set, ids: readonly ActionId[], source: Source) =>
  set(sourcesAtom, new Map([...get(sourcesAtom), ...ids.map((id) => [id, source] as const)])),
);

const withdrawAtom = atom(null, (get, set, source: Source) =>
  set(sourcesAtom, new Map([...get(sourcesAtom)].filter(([, one]) => one !== source))),
);

/** Offers actions while the component is on the page and their value is not undefined. */
export function useOffers(offers: Offers): void {
  const source = useRef(offers);
  const offer = useSetAtom(offerAtom);
  const withdraw = useSetAtom(withdrawAtom);
  const ids = actionIds(Object.keys(offers))
    .filter((id) => offers[id] !== undefined)
    .join(" ");
  useLayoutEffect(() => {
    source.current = offers;
  });
  useLayoutEffect(() => {
    if (ids === "") return;
    offer(actionIds(ids.split(" ")), source);
    return () => withdraw(source);
  }, [ids, offer, withdraw]);
}

/** Does an action, or opens the palette at its choices. Returns whether anybody offers it. */
export const performAtom = atom(null, (get, set, id: ActionId): boolean => {
  const offer = get(offerOfAtom)(id);
  if (!offer) return false;
  if (offer.run) offer.run();
  else set(panelAtom, { kind: "palette", action: id });
  return true;
});

const RECENT_MAX = 6;
const recentHeldAtom = atom<readonly ActionId[]>(actionIds(keptRecent.read().split(",")));

/** What the agent chose in the palette, the newest first. */
export const recentAtom = atom((get) => get(recentHeldAtom));

export const rememberAtom = atom(null, (get, set, id: ActionId) => {
  const recent = [id, ...get(recentHeldAtom).filter((one) => one !== id)].slice(0, RECENT_MAX);
  set(recentHeldAtom, recent);
  keptRecent.write(recent.join(","));
});

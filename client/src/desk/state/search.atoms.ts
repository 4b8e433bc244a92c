/** The desk's lists "ended" and "all", which are searches. */
import * as v from "valibot";
import { atom } from "../../state/jotai";
import type { FoundPage } from "../../wire/search";
import { keptSearch } from "../keeping";
import { asked, emptyFilter, type Filter, keptFilter } from "../search/filter";
import { shownListAtom } from "./lists.atoms";
import { servicesAtom } from "./services";

/** Rises when the agent wants to type words. */
const asksAtom = atom(0);
export const searchAsksAtom = atom((get) => get(asksAtom));
/** Opens the list of everything and puts the cursor into its field. */
export const startSearchAtom = atom(null, (get, set) => {
  set(shownListAtom, "all");
  set(asksAtom, get(asksAtom) + 1);
});

type Results = Omit<FoundPage, "next"> & {
  phase: "loading" | "here" | "failed";
  next: string;
};

const emptyResults: Results = { phase: "loading", found: [], next: "", building: undefined };

const filterHeldAtom = atom<Filter>(emptyFilter);
const resultsHeldAtom = atom<Results>(emptyResults);
const roundAtom = atom(0);

export const filterAtom = atom((get) => get(filterHeldAtom));
export const resultsAtom = atom((get) => get(resultsHeldAtom));

/** Changes what is asked for. */
export const changeFilterAtom = atom(null, (get, set, change: Partial<Filter>) => {
  const before = get(filterHeldAtom);
  const filter = { ...before, ...change };
  set(filterHeldAtom, filter);
  keptSearch.write(JSON.stringify(filter));
  // Another list: what it shows is not what was found for the one before.
  if (change.state !== undefined && change.state !== before.state) set(resultsHeldAtom, emptyResults);
});

export const restoreFilterAtom = atom(null, (_get, set) => {
  set(filterHeldAtom, v.parse(keptFilter, keptSearch.read()));
});

/** Asks again. Only the newest answer counts; what was found before stays until it comes. */
export const searchAtom = atom(null, async (get, set) => {
  const { api, clock } = get(servicesAtom);
  const round = get(roundAtom) + 1;
  set(roundAtom, round);
  set(resultsHeldAtom, { ...get(resultsHeldAtom), phase: "loading" });
  try {
    const page = await api.search(asked(get(filterHeldAtom), clock.now(), ""));
    if (get(roundAtom) === round) set(resultsHeldAtom, { phase: "here", ...page });
  } catch {
    if (get(roundAtom) === round) set(resultsHeldAtom, { ...emptyResults, phase: "failed" });
  }
});

/** Adds the next page. Returns whether that worked. */
export const moreFoundAtom = atom(null, async (get, set): Promise<boolean> => {
  const { api, clock } = get(servicesAtom);
  const { next } = get(resultsHeldAtom);
  const round = get(roundAtom);
  try {
    const page = await api.search(asked(get(filterHeldAtom), clock.now(), next));
    const before = get(resultsHeldAtom);
    if (get(roundAtom) !== round || before.next !== next) return true;
    set(resultsHeldAtom, { phase: "here", ...page, found: [...before.found, ...page.found] });
    return true;
  } catch {
    return false;
  }
});

/** The message that a result opens, until the conversation shows it. */
const soughtHeldAtom = atom<{ userId: string; messageId: string } | undefined>(undefined);
export const soughtAtom = atom((get) => get(soughtHeldAtom));
export const seekAtom = atom(null, (_get, set, sought: { userId: string; messageId: string } | undefined) => {
  set(soughtHeldAtom, sought);
});

/** Clears everything before another agent signs in. */
export const forgetSearchAtom = atom(null, (get, set) => {
  set(roundAtom, get(roundAtom) + 1);
  set(filterHeldAtom, emptyFilter);
  keptSearch.write("");
  set(resultsHeldAtom, emptyResults);
  set(soughtHeldAtom, undefined);
  set(shownListAtom, "mine");
});

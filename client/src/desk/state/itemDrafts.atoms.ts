/** What the agent types about left items and has not sent. It stays in this tab until it is sent, or they sign out. */
import * as v from "valibot";
import { atom } from "../../state/jotai";
import { jsonText } from "../../wire/scalars";
import { keptItemDrafts } from "../keeping";

const heldAtom = atom<Readonly<Record<string, string>>>({});
export const itemDraftsAtom = atom((get) => get(heldAtom));

/** `key` names the field and its item. An empty text is no draft. */
export const writeItemDraftAtom = atom(null, (get, set, { key, text }: { key: string; text: string }) => {
  const { [key]: _, ...others } = get(heldAtom);
  const drafts = text === "" ? others : { ...others, [key]: text };
  set(heldAtom, drafts);
  keptItemDrafts.write(Object.keys(drafts).length === 0 ? "" : JSON.stringify(drafts));
});

const drafts = jsonText(v.record(v.string(), v.string()), {});

export const restoreItemDraftsAtom = atom(null, (_get, set) => {
  set(heldAtom, v.parse(drafts, keptItemDrafts.read()));
});

/** Clears the drafts before another agent signs in. */
export const forgetItemDraftsAtom = atom(null, (_get, set) => {
  set(heldAtom, {});
  keptItemDrafts.write("");
});

/** What a search asks for. */
import * as v from "valibot";
import { count, jsonText, text } from "../../wire/scalars";
import { type FoundKind, foundKinds } from "../../wire/search";

/** Empty values filter nothing. */
export type Filter = {
  text: string;
  kind: FoundKind | "";
  state: "open" | "ended" | "";
  /** The last so many days; 0 for all. */
  days: number;
  channelId: string;
  groupId: string;
  adminId: string;
  tag: string;
  /** 0 for any. */
  rating: number;
};

export const emptyFilter: Filter = {
  text: "",
  kind: "",
  state: "",
  days: 0,
  channelId: "",
  groupId: "",
  adminId: "",
  tag: "",
  rating: 0,
};

const kept = v.object({
  text,
  kind: v.fallback(v.picklist(["", ...foundKinds]), ""),
  state: v.fallback(v.picklist(["", "open", "ended"]), ""),
  days: count,
  channelId: text,
  groupId: text,
  adminId: text,
  tag: text,
  rating: count,
});
/** What a page kept of its search before a reload. */
export const keptFilter = jsonText<Filter>(kept, emptyFilter);

const DAY_MS = 86_400_000;

/** Returns how many filters are set besides the words and the state. */
export function filtersSet({ kind, days, channelId, groupId, adminId, tag, rating }: Filter): number {
  return [kind, days, channelId, groupId, adminId, tag, rating].filter(Boolean).length;
}

/** Returns the body of the call. */
export function asked({ days, ...filter }: Filter, now: number, cursor: string) {
  return {
    ...filter,
    text: filter.text.trim(),
    from: days === 0 ? 0 : now - days * DAY_MS,
    to: 0,
    cursor,
  };
}

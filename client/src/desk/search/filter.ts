/** What a search asks for. */
import type { FoundKind } from "../../wire/search";

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

/** The calls about left messages and work orders together: Protocol, 'Items'. */
import { nothing } from "../wire/envelope";
import * as wire from "../wire/item";
import type { Http } from "./http";

/** What a list asks for; empty values filter nothing. */
export type ItemAsk = {
  kind: wire.ItemFilter["kind"];
  adminId: string;
  isUnassigned: boolean;
  priority: wire.ItemFilter["priority"];
  status: wire.ItemFilter["status"];
  state: wire.ItemFilter["state"];
  /** 0: any due time or none. */
  dueBefore: number;
  text: string;
  cursor: string;
};

/** What changes; what is absent stays. An assignee with an empty id is nobody, a due time of 0 none. */
export type ItemChange = {
  assignee?: { id: string; name: string };
  priority?: wire.Priority;
  due?: number;
  status?: wire.Status;
};

/** Adds these calls to the agent's. */
export function createItemsApi(http: Http) {
  return {
    items: ({ isUnassigned, ...ask }: ItemAsk) =>
      http.post("items/list", { ...ask, unassigned: isUnassigned ? 1 : 0 }, wire.itemPage),

    item: (itemId: string) => http.post("items/get", { itemId }, wire.wholeItem),

    changeItems: (itemIds: readonly string[], { assignee, ...change }: ItemChange) =>
      http.post(
        "items/change",
        {
          itemIds,
          ...(assignee ? { adminId: assignee.id, unassign: assignee.id === "" ? 1 : 0 } : {}),
          ...change,
        },
        wire.changedItems,
        { isQuiet: true },
      ),

    /** `id` is chosen by the page and makes the call idempotent. */
    noteItem: (id: string, itemId: string, text: string) =>
      http.post("items/note", { id, itemId, text }, wire.wholeItem),

    /** The agent has seen what is new. */
    readItem: (itemId: string) => http.post("items/read", { itemId }, wire.item, { isQuiet: true }),

    views: () => http.post("views/list", {}, wire.itemViews),

    /** An empty id makes a new view. */
    saveView: ({ isShared, ...view }: wire.ItemView) =>
      http.post("views/save", { ...view, shared: isShared ? 1 : 0 }, wire.itemView, { isQuiet: true }),

    removeView: (id: string, isShared: boolean) =>
      http.post("views/delete", { id, shared: isShared ? 1 : 0 }, nothing),
  };
}

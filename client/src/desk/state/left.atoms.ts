/** Left messages and work orders: their lists, their events, and the agent's actions. */

import type { OrderWord } from "../../api/agent";
import { ApiError } from "../../api/http";
import { atom } from "../../state/jotai";
import type { DeskEvent } from "../../wire/agent";
import type { WorkOrder } from "../../wire/workOrder";
import { emptyLeft, type Left, openItems, withItem } from "../left/left";
import { servicesAtom } from "./services";

const heldLeftAtom = atom<Left>(emptyLeft);
const heldNewsAtom = atom<{ what: "message" | "order"; id: string } | undefined>(undefined);
const knownAtom = atom<ReadonlySet<string>>(new Set<string>());
const heldTalksAtom = atom<Readonly<Record<string, WorkOrder>>>({});
const roundAtom = atom(0);

export const leftAtom = atom((get) => get(heldLeftAtom));
export const leftItemsAtom = atom((get) => openItems(get(heldLeftAtom)));
export const leftWaitingAtom = atom((get) => {
  const { message, order } = get(heldLeftAtom).waiting;
  return message + order;
});
/** The newest item that was left while the desk was open. */
export const leftNewsAtom = atom((get) => get(heldNewsAtom));
/** The opened orders with all their replies. */
export const orderTalksAtom = atom((get) => get(heldTalksAtom));

/** Clears the left items before another agent signs in. */
export const forgetLeftAtom = atom(null, (_get, set) => {
  set(heldLeftAtom, emptyLeft);
  set(heldNewsAtom, undefined);
  set(knownAtom, new Set());
  set(heldTalksAtom, {});
});

/** Reads both lists again. If several reads overlap, the latest one counts. */
export const reloadLeftAtom = atom(null, async (get, set) => {
  const { api } = get(servicesAtom);
  const round = get(roundAtom) + 1;
  set(roundAtom, round);
  try {
    const [messages, orders] = await Promise.all([api.leftMessages(""), api.orders("")]);
    if (get(roundAtom) !== round) return;
    set(heldLeftAtom, {
      phase: "here",
      messages: messages.messages,
      orders: orders.orders,
      waiting: { message: messages.waiting, order: orders.waiting },
      next: { messages: messages.cursor, orders: orders.cursor },
    });
  } catch {
    // Loaded lists stay; a desk that has none yet offers a retry.
    const left = get(heldLeftAtom);
    if (get(roundAtom) === round && left.phase !== "here") set(heldLeftAtom, { ...left, phase: "failed" });
  }
});

/** Loads the next page of both lists. Returns whether that worked. */
export const moreLeftAtom = atom(null, async (get, set): Promise<boolean> => {
  const { api } = get(servicesAtom);
  const { next } = get(heldLeftAtom);
  try {
    const [messages, orders] = await Promise.all([
      next.messages === "" ? undefined : api.leftMessages(next.messages),
      next.orders === "" ? undefined : api.orders(next.orders),
    ]);
    const left = get(heldLeftAtom);
    // The lists were read again, or this page has already been added.
    if (left.next !== next) return true;
    set(heldLeftAtom, {
      ...left,
      messages: [...left.messages, ...(messages?.messages ?? [])],
      orders: [...left.orders, ...(orders?.orders ?? [])],
      next: { messages: messages?.cursor ?? "", orders: orders?.cursor ?? "" },
    });
    return true;
  } catch {
    return false;
  }
});

/** Handles the event `left`. Returns false for a repeated event. */
export const leftReceivedAtom = atom(
  null,
  (get, set, event: Extract<DeskEvent, { kind: "left" }>): boolean => {
    const { what, id, waiting } = event;
    const left = get(heldLeftAtom);
    set(heldLeftAtom, { ...left, waiting: { ...left.waiting, [what]: waiting } });
    void set(reloadLeftAtom);
    if (get(knownAtom).has(id)) return false;
    set(knownAtom, new Set([...get(knownAtom), id]));
    set(heldNewsAtom, { what, id });
    return true;
  },
);

export type LeftTrouble = "gone" | "unreachable";

/** Loads an order with all its replies. */
export const openOrderAtom = atom(null, (get, set, id: string) =>
  get(servicesAtom)
    .api.order(id)
    .then((order) => {
      set(heldTalksAtom, { ...get(heldTalksAtom), [id]: order });
      return undefined;
    }, troubleOf),
);

type Handling = { id: string; remark: string; byMail: boolean };

/** `refused`: the remark could not go by mail, and the message is not handled. */
export const handleMessageAtom = atom(null, (get, set, { id, remark, byMail }: Handling) =>
  get(servicesAtom)
    .api.handleMessage(id, remark, byMail)
    .then(
      (message) => {
        const left = get(heldLeftAtom);
        const waiting = { ...left.waiting, message: Math.max(0, left.waiting.message - 1) };
        set(heldLeftAtom, { ...left, waiting, messages: withItem(left.messages, message) });
        return undefined;
      },
      (cause: unknown) =>
        byMail && cause instanceof ApiError && cause.kind === "conflict"
          ? ("refused" as const)
          : troubleOf(cause),
    ),
);

export const handleOrderAtom = atom(null, (get, set, ask: OrderWord & { sayId: string; id: string }) => {
  const { sayId, id, ...said } = ask;
  return get(servicesAtom)
    .api.handleOrder(sayId, id, said)
    .then((order) => {
      const left = get(heldLeftAtom);
      set(heldTalksAtom, { ...get(heldTalksAtom), [id]: order });
      set(heldLeftAtom, { ...left, orders: withItem(left.orders, order) });
      void set(reloadLeftAtom);
    }, troubleOf);
});

function troubleOf(cause: unknown): LeftTrouble {
  const kind = cause instanceof ApiError ? cause.kind : "unreachable";
  return kind === "notFound" || kind === "conflict" ? "gone" : "unreachable";
}

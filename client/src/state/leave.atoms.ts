/** Left messages and work orders: the desk, the form, the visitor's list, and the opened item. */

import type { Attached } from "../api/attached";
import { ApiError } from "../api/http";
import type { Contact } from "../api/leaveMessage";
import type { Answers } from "../form/answers";
import type { Attachment, LeaveDesk, LeaveDraft, Left } from "../session/leaveDesk";
import type { OrderTemplate, WorkOrder } from "../wire/workOrder";
import { countLeftAtom } from "./deeds.atoms";
import { atom, type Getter, type Setter } from "./jotai";

export type TemplateState =
  | { kind: "none" }
  | { kind: "loading" }
  | { kind: "failed" }
  | { kind: "here"; template: OrderTemplate };

export type MineState =
  | { kind: "loading" }
  | { kind: "failed" }
  | { kind: "here"; left: readonly Left[]; next: string; isLoadingMore: boolean };

export type DetailState =
  | { kind: "closed" }
  | { kind: "open"; left: Left; talk: "loading" | "failed" | "here" };

/** The outcome of a request; `message` is the server's sentence, shown if Protocol, 'Errors' says so. */
export type Outcome = { kind: "done" } | { kind: "failed"; why: ApiError["kind"]; message: string };

/** An unsent draft with its uploaded pictures. */
export type HalfWritten = { contact: Contact; answers: Answers; pictures: readonly Attachment[] };

const BLANK: HalfWritten = {
  contact: { name: "", phone: "", email: "", content: "" },
  answers: {},
  pictures: [],
};

/** The draft stays until the page closes, so that a popup closed by mistake loses nothing. */
export const halfWrittenAtom = atom<HalfWritten>(BLANK);

const heldDeskAtom = atom<LeaveDesk | undefined>(undefined);
const heldTemplateAtom = atom<TemplateState>({ kind: "none" });
const heldMineAtom = atom<MineState>({ kind: "loading" });
const heldDetailAtom = atom<DetailState>({ kind: "closed" });

export const leaveDeskAtom = atom((get) => get(heldDeskAtom));
export const templateAtom = atom((get) => get(heldTemplateAtom));
export const mineAtom = atom((get) => get(heldMineAtom));
export const detailAtom = atom((get) => get(heldDetailAtom));

/** Opens a desk, loads its fields, and drops everything of the previous desk. */
export const openDeskAtom = atom(null, (_get, set, desk: LeaveDesk, signal: AbortSignal) => {
  set(heldDeskAtom, desk);
  set(heldMineAtom, { kind: "loading" });
  set(heldDetailAtom, { kind: "closed" });
  set(heldTemplateAtom, { kind: "none" });
  if (desk.kind === "order") void loadTemplate(set, desk, signal);
});

export const loadTemplateAtom = atom(null, (get, set) => {
  const desk = get(heldDeskAtom);
  if (desk) void loadTemplate(set, desk, new AbortController().signal);
});

export const leaveAtom = atom(null, async (get, set, draft: LeaveDraft): Promise<Outcome> => {
  const desk = get(heldDeskAtom);
  const template = get(heldTemplateAtom);
  if (!desk) return { kind: "failed", why: "unavailable", message: "" };
  const outcome = await outcomeOf(
    desk.leave(draft, template.kind === "here" ? template.template : undefined),
  );
  if (outcome.kind === "done") {
    set(halfWrittenAtom, BLANK);
    set(countLeftAtom);
    void set(loadMineAtom);
  }
  return outcome;
});

export const loadMineAtom = atom(null, async (get, set) => {
  const desk = get(heldDeskAtom);
  if (!desk) return;
  if (get(heldMineAtom).kind === "failed") set(heldMineAtom, { kind: "loading" });
  try {
    const { left, next } = await desk.mine("");
    set(heldMineAtom, { kind: "here", left, next, isLoadingMore: false });
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    set(heldMineAtom, { kind: "failed" });
  }
});

export const loadMoreMineAtom = atom(null, async (get, set) => {
  const desk = get(heldDeskAtom);
  const mine = get(heldMineAtom);
  if (!desk || mine.kind !== "here" || mine.next === "" || mine.isLoadingMore) return;
  set(heldMineAtom, { ...mine, isLoadingMore: true });
  try {
    const page = await desk.mine(mine.next);
    set(heldMineAtom, {
      kind: "here",
      left: [...mine.left, ...page.left],
      next: page.next,
      isLoadingMore: false,
    });
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    set(heldMineAtom, { ...mine, isLoadingMore: false });
  }
});

export const openDetailAtom = atom(null, (get, set, left: Left) => {
  const isOrder = left.kind === "order";
  set(heldDetailAtom, { kind: "open", left, talk: isOrder ? "loading" : "here" });
  const desk = get(heldDeskAtom);
  if (desk && isOrder) void loadDetail(get, set, desk, left.order.id);
});

export const closeDetailAtom = atom(null, (_get, set) => set(heldDetailAtom, { kind: "closed" }));

export const replyAtom = atom(
  null,
  async (get, set, order: WorkOrder, text: string, files: readonly Attached[]): Promise<Outcome> => {
    const desk = get(heldDeskAtom);
    if (!desk) return { kind: "failed", why: "unavailable", message: "" };
    const outcome = await outcomeOf(desk.reply(order, text, files));
    if (outcome.kind === "done") void loadDetail(get, set, desk, order.id);
    return outcome;
  },
);

/** The outcome of a request. */
export async function outcomeOf(call: Promise<unknown>): Promise<Outcome> {
  try {
    await call;
    return { kind: "done" };
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    return { kind: "failed", why: cause.kind, message: cause.message };
  }
}

async function loadTemplate(set: Setter, desk: LeaveDesk, signal: AbortSignal): Promise<void> {
  set(heldTemplateAtom, { kind: "loading" });
  try {
    const template = await desk.template(signal);
    set(heldTemplateAtom, { kind: "here", template });
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    if (!signal.aborted) set(heldTemplateAtom, { kind: "failed" });
  }
}

/** Loads the opened order, unless the visitor opens another one meanwhile. */
async function loadDetail(get: Getter, set: Setter, desk: LeaveDesk, orderId: string): Promise<void> {
  const isOpen = () => {
    const detail = get(heldDetailAtom);
    return detail.kind === "open" && detail.left.kind === "order" && detail.left.order.id === orderId
      ? detail
      : undefined;
  };
  try {
    const order = await desk.detail(orderId);
    set(heldMineAtom, withOrder(get(heldMineAtom), order));
    if (isOpen()) set(heldDetailAtom, { kind: "open", left: { kind: "order", order }, talk: "here" });
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    const open = isOpen();
    if (open) set(heldDetailAtom, { ...open, talk: "failed" });
  }
}

/** The list with an updated order. */
function withOrder(mine: MineState, order: WorkOrder): MineState {
  if (mine.kind !== "here") return mine;
  const isIt = (one: Left) => one.kind === "order" && one.order.id === order.id;
  return { ...mine, left: mine.left.map((one) => (isIt(one) ? { kind: "order", order } : one)) };
}

/** What the agent does about a visitor beside the conversation, and what the visitor did before. */
import type { VisitorChange } from "../../api/agent";
import { ApiError } from "../../api/http";
import { atom } from "../../state/jotai";
import type { Message } from "../../wire/message";
import type { BlockLength, Past, PastConversation } from "../../wire/visitor";
import { deskAtom } from "./desk.atoms";
import { servicesAtom } from "./services";

export type KnownPast = { phase: "loading" | "failed" } | { phase: "here"; past: Past };

const pastsAtom = atom<Readonly<Record<string, KnownPast>>>({});
export const openPastAtom = atom((get): KnownPast => get(pastsAtom)[get(deskAtom).openId] ?? LOADING);

const LOADING: KnownPast = { phase: "loading" };

/** Loads what a visitor did before; what is known stays until the answer comes. */
export const loadPastAtom = atom(null, async (get, set, userId: string) => {
  const put = (known: KnownPast) => set(pastsAtom, { ...get(pastsAtom), [userId]: known });
  if (get(pastsAtom)[userId]?.phase !== "here") put(LOADING);
  try {
    put({ phase: "here", past: await get(servicesAtom).api.past(userId) });
  } catch {
    if (get(pastsAtom)[userId]?.phase !== "here") put({ phase: "failed" });
  }
});

/** Forgets all visitors before another agent signs in. */
export const forgetPastsAtom = atom(null, (_get, set) => set(pastsAtom, {}));

/** The most pages of an earlier conversation that are read. */
const PAGES_MAX = 25;

/** Returns the messages of an earlier conversation, oldest first; undefined if they cannot be read. */
export const readPastAtom = atom(
  null,
  async (get, _set, { userId, sessionId, since, until }: PastConversation) => {
    const { api } = get(servicesAtom);
    let messages: readonly Message[] = [];
    let before = until + 1;
    try {
      for (let page = 0; page < PAGES_MAX; page++) {
        const { messages: older, before: next, hasOlder } = await api.history(userId, before);
        messages = [...older.filter((one) => one.sessionId === sessionId), ...messages];
        if (!hasOlder || next <= since) break;
        before = next;
      }
      return messages;
    } catch {
      return undefined;
    }
  },
);

export type VisitorTrouble = "wrong" | "notYours" | "refused" | "unreachable";

/** Corrects a visitor. The poll then tells all desks. Returns what went wrong, or undefined. */
export const editVisitorAtom = atom(
  null,
  (get, _set, { userId, change }: { userId: string; change: VisitorChange }) =>
    get(servicesAtom)
      .api.editVisitor(userId, change)
      .then(() => undefined, troubleOf),
);

/** Blocks a visitor. Returns what went wrong, or undefined. */
export const blockVisitorAtom = atom(
  null,
  (get, _set, ask: { userId: string; length: BlockLength; reason: string }) =>
    get(servicesAtom)
      .api.block(ask.userId, ask.length, ask.reason)
      .then(() => undefined, troubleOf),
);

/** Has the server tell of each message of a conversation that nobody has, for a minute. Returns whether it does. */
export const watchAtom = atom(null, (get, _set, userId: string) =>
  get(servicesAtom)
    .api.watch(userId)
    .catch(() => undefined),
);

function troubleOf(cause: unknown): VisitorTrouble {
  switch (cause instanceof ApiError ? cause.kind : "unreachable") {
    case "invalid":
      return "wrong";
    case "conflict":
      return "notYours";
    case "unreachable":
    case "unavailable":
      return "unreachable";
    default:
      return "refused";
  }
}

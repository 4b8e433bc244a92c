/** One conversation: its messages, its visitor, and the agent's actions. `sending.atoms.ts` sends messages. */
import { ApiError } from "../../api/http";
import { localeOf } from "../../i18n/choose";
import { atom } from "../../state/jotai";
import type { Receiver, Visitor } from "../../wire/agent";
import { labelled } from "../assist/labelled";
import { newestSeq } from "../talkReduce";
import { agentAtom } from "./agent.atoms";
import { askCustomerAtom, forgetCustomersAtom } from "./customer.atoms";
import { changeDeskAtom, deskAtom, talkOf } from "./desk.atoms";
import { reloadAtom } from "./lists.atoms";
import { sawMentionsAtom } from "./mentions.atoms";
import { forgetPastsAtom, loadPastAtom } from "./past.atoms";
import { forgetUnsentAtom } from "./sending.atoms";
import { servicesAtom } from "./services";
import { takeTroubleOf } from "./takeTrouble";

type Trouble = "ended" | "refused" | "unreachable";

const visitorsAtom = atom<Readonly<Record<string, Visitor>>>({});
export const openVisitorAtom = atom((get) => get(visitorsAtom)[get(deskAtom).openId]);

/** Opens a conversation, or none if the id is empty, and loads its messages if they are missing. */
export const openTalkOfAtom = atom(null, (get, set, userId: string) => {
  if (get(deskAtom).openId !== userId) set(changeDeskAtom, { kind: "opened", userId });
  if (userId !== "" && !talkOf(get, userId).isLoaded) void set(loadNewestAtom, userId);
});

/** Reads what the desk shows beside the messages. */
export const readAboutAtom = atom(null, (_get, set, userId: string) => {
  void set(loadVisitorAtom, userId);
  void set(sawMentionsAtom, userId);
  void set(askCustomerAtom, { userId, isRefresh: false });
  void set(loadPastAtom, userId);
});

/** Reads a visitor again whose details changed, if the desk shows them. */
export const visitorChangedAtom = atom(null, (get, set, userId: string) => {
  if (get(visitorsAtom)[userId]) void set(loadVisitorAtom, userId);
});

const loadVisitorAtom = atom(null, async (get, set, userId: string) => {
  const { api } = get(servicesAtom);
  const visitor = await api.visitor(userId).catch(() => undefined);
  if (!visitor) return;
  set(visitorsAtom, { ...get(visitorsAtom), [userId]: visitor });
  set(changeDeskAtom, { kind: "readKnown", userId, sessionId: visitor.sessionId, upTo: visitor.readUpTo });
  if (visitor.answers.length === 0) return;
  const channel = await api
    .channel(visitor.channelId, localeOf(document.documentElement.lang) ?? "en")
    .catch(() => undefined);
  if (!channel) return;
  const answers = labelled(visitor.answers, channel);
  set(visitorsAtom, { ...get(visitorsAtom), [userId]: { ...visitor, answers } });
});

/** The visitors whose conversations the server does not know, or does not show to this agent. */
const missingAtom = atom<ReadonlySet<string>>(new Set<string>());
export const isOpenMissingAtom = atom((get) => get(missingAtom).has(get(deskAtom).openId));

export const loadNewestAtom = atom(null, async (get, set, userId: string) => {
  const mark = (isMissing: boolean) => {
    if (get(missingAtom).has(userId) === isMissing) return;
    const others = [...get(missingAtom)].filter((id) => id !== userId);
    set(missingAtom, new Set(isMissing ? [...others, userId] : others));
  };
  try {
    const page = await get(servicesAtom).api.history(userId, 0);
    set(changeDeskAtom, { kind: "historyRead", userId, page, isNewest: true });
    mark(false);
  } catch (cause) {
    mark(cause instanceof ApiError && cause.kind === "notFound");
    set(changeDeskAtom, { kind: "olderFailed", userId });
  }
});

export const loadOlderAtom = atom(null, async (get, set, userId: string) => {
  const { older, olderBefore, isLoaded } = talkOf(get, userId);
  if (!isLoaded || older !== "idle") return;
  set(changeDeskAtom, { kind: "olderAsked", userId });
  try {
    const page = await get(servicesAtom).api.history(userId, olderBefore);
    set(changeDeskAtom, { kind: "historyRead", userId, page, isNewest: false });
  } catch {
    set(changeDeskAtom, { kind: "olderFailed", userId });
  }
});

/** The last read mark sent to the server, by session. */
const lastReadAtom = atom<Readonly<Record<string, number>>>({});

/** Marks the open conversation as read: the agent sees all of it. */
export const seenAtom = atom(
  null,
  (get, set, { userId, sessionId }: { userId: string; sessionId: string }) => {
    set(changeDeskAtom, { kind: "seen", userId });
    // Only the conversation's own agent can mark it as read, and only while it is open.
    const row = get(deskAtom).mine.find((one) => one.userId === userId);
    if (row?.sessionId !== sessionId || row.end !== undefined) return;
    const upTo = newestSeq(talkOf(get, userId), sessionId);
    if (upTo <= (get(lastReadAtom)[sessionId] ?? 0)) return;
    set(lastReadAtom, { ...get(lastReadAtom), [sessionId]: upTo });
    // A read mark may lag (Protocol, 'Durability'): the next one replaces a lost one.
    void get(servicesAtom)
      .api.read(userId, upTo)
      .catch(() => undefined);
  },
);

/** Clears drafts, files and visitors before another agent signs in. */
export const forgetTalksAtom = atom(null, (_get, set) => {
  set(visitorsAtom, {});
  set(lastReadAtom, {});
  set(missingAtom, new Set<string>());
  set(forgetCustomersAtom);
  set(forgetPastsAtom);
  set(forgetUnsentAtom);
});

export const recallAtom = atom(null, (get, set, ask: { userId: string; messageId: string }) =>
  get(servicesAtom)
    .api.recall(ask.userId, ask.messageId)
    .then(() => set(changeDeskAtom, { kind: "withdrew", ...ask }), troubleOf),
);

export const inviteEvaluationAtom = atom(null, (get, _set, userId: string) =>
  get(servicesAtom)
    .api.inviteEvaluation(userId)
    .then(() => undefined, troubleOf),
);

/** Sends a conversation by mail. Returns what went wrong, or undefined; `wrong` is the address. */
export const sendTranscriptAtom = atom(null, (get, _set, ask: { userId: string; email: string }) =>
  get(servicesAtom)
    .api.sendTranscript(ask.userId, ask.email)
    .then(() => undefined, transcriptTroubleOf),
);

function transcriptTroubleOf(cause: unknown): "wrong" | "tooMany" | "refused" | "unreachable" {
  const kind = cause instanceof ApiError ? cause.kind : "unreachable";
  if (kind === "invalid") return "wrong";
  if (kind === "tooMany") return "tooMany";
  return kind === "conflict" || kind === "notFound" ? "refused" : "unreachable";
}

/** Returns the possible receivers of a conversation; undefined if the request fails. */
export const receiversAtom = atom(null, (get, _set, signal: AbortSignal) =>
  get(servicesAtom)
    .api.receivers(signal)
    .catch(() => undefined),
);

/** Hands a conversation over to a colleague or to a group's line. The poll then removes it from the list. */
export const handOverAtom = atom(null, (get, _set, ask: { userId: string; to: Receiver; note: string }) =>
  get(servicesAtom)
    .api.handOver(ask.userId, ask.to, ask.note)
    .then(
      () => undefined,
      (cause: unknown) =>
        cause instanceof ApiError && cause.kind === "conflict" ? ("nobody" as const) : troubleOf(cause),
    ),
);

/** Takes a conversation over in which a colleague mentions the agent. Returns what went wrong, or undefined. */
export const stepInAtom = atom(null, (get, set, userId: string) => {
  const to: Receiver = { kind: "colleague", id: get(agentAtom)?.id ?? "" };
  return get(servicesAtom)
    .api.handOver(userId, to, "")
    .then(() => void set(reloadAtom, "mine"), stepInTroubleOf);
});

function stepInTroubleOf(cause: unknown): "refused" | "ended" | "full" | "offline" | "unreachable" {
  const trouble = takeTroubleOf(cause);
  return trouble === "gone" ? "refused" : trouble === "empty" ? "ended" : trouble;
}

/** Says that the agent has the conversation in view. If the call is lost, a message or a read mark says so as well. */
export const acceptAtom = atom(null, (get, _set, userId: string) =>
  get(servicesAtom)
    .api.accept(userId)
    .catch(() => undefined),
);

export const closeTalkAtom = atom(null, (get, set, userId: string) =>
  get(servicesAtom)
    .api.close(userId)
    .then(() => set(changeDeskAtom, { kind: "ended", userId, reason: "agentClosed" }), troubleOf),
);

function troubleOf(cause: unknown): Trouble {
  if (!(cause instanceof ApiError)) return "unreachable";
  switch (cause.kind) {
    case "conflict":
    case "notFound":
      return "ended";
    case "unreachable":
    case "unavailable":
      return "unreachable";
    default:
      return "refused";
  }
}

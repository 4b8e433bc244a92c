/** One conversation: its messages, and what the agent does in it. */
import { ApiError } from "../../api/http";
import type { Entry } from "../../conversation/types";
import { localeOf } from "../../i18n/choose";
import { pauseAfter } from "../../session/pause";
import { atom, type Getter, type Setter } from "../../state/jotai";
import type { Receiver, Receivers, Visitor } from "../../wire/agent";
import { FILE_TYPES, type FileKind } from "../../wire/codes";
import type { Content, Quote } from "../../wire/message";
import { labelled } from "../assist/labelled";
import { newestPlace } from "../deskReduce";
import { quoteOf } from "../quote";
import { emptyTalk, type Talk } from "../types";
import { agentAtom } from "./agent.atoms";
import { changeDeskAtom, deskAtom } from "./desk.atoms";
import { servicesAtom } from "./services";

/** At most one typing notice in this time: the visitor sees it for two seconds (Spec §9). */
const TYPING_EVERY_MS = 1500;
const LONGEST_STEP = 4;

export type Trouble = "ended" | "refused" | "unreachable";

const visitorsAtom = atom<Readonly<Record<string, Visitor>>>({});
export const openVisitorAtom = atom((get) => get(visitorsAtom)[get(deskAtom).openId]);

/** Opens a conversation, or none with an empty id; what is not known of it yet is fetched. */
export const openTalkOfAtom = atom(null, (get, set, userId: string) => {
  if (get(deskAtom).openId !== userId) set(changeDeskAtom, { kind: "opened", userId });
  if (userId === "") return;
  if (!talkOf(get, userId).isLoaded) void set(loadNewestAtom, userId);
  void set(loadVisitorAtom, userId);
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

export const loadNewestAtom = atom(null, async (get, set, userId: string) => {
  try {
    const page = await get(servicesAtom).api.history(userId, 0);
    set(changeDeskAtom, { kind: "historyRead", userId, page, isNewest: true });
  } catch {
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

/** How far the server has been told, by session. */
const lastReadAtom = atom<Readonly<Record<string, number>>>({});

/** Everything of the open conversation stands before the agent's eyes. */
export const seenAtom = atom(
  null,
  (get, set, { userId, sessionId }: { userId: string; sessionId: string }) => {
    set(changeDeskAtom, { kind: "seen", userId });
    // Only whose conversation it is can mark it read, and only while it goes on.
    const row = get(deskAtom).mine.find((one) => one.userId === userId);
    if (row?.sessionId !== sessionId || row.end !== undefined) return;
    const upTo = newestPlace(talkOf(get, userId), sessionId);
    if (upTo <= (get(lastReadAtom)[sessionId] ?? 0)) return;
    set(lastReadAtom, { ...get(lastReadAtom), [sessionId]: upTo });
    // A read mark may lag (Contract §5): a lost one is made good by the next.
    void get(servicesAtom)
      .api.read(userId, upTo)
      .catch(() => undefined);
  },
);

const lastTypedAtom = atom<Readonly<Record<string, number>>>({});

export const typeAtom = atom(null, (get, set, userId: string) => {
  const { api, clock } = get(servicesAtom);
  const now = clock.now();
  if (now - (get(lastTypedAtom)[userId] ?? 0) < TYPING_EVERY_MS) return;
  set(lastTypedAtom, { ...get(lastTypedAtom), [userId]: now });
  void api.typing(userId).catch(() => undefined);
});

/** What is written and not sent, by conversation: it is still there after looking at another. */
export const draftsAtom = atom<Readonly<Record<string, string>>>({});

/** The message that is being answered, by conversation: its id. */
export const answeredAtom = atom<Readonly<Record<string, string>>>({});

/** What the next message of a conversation answers; nothing once that has been withdrawn. */
export const quoteOfAtom = atom((get) => {
  const { openId } = get(deskAtom);
  const messageId = get(answeredAtom)[openId] ?? "";
  const entry = messageId === "" ? undefined : talkOf(get, openId).entries.find(({ id }) => id === messageId);
  return entry && quoteOf(entry);
});

/** What answers a message goes out with it, and the composer is free for the next. */
export const sendTextAtom = atom(null, (get, set, ask: { userId: string; words: string }) => {
  if (ask.words.trim() === "") return;
  const entry = talkOf(get, ask.userId).entries.find(
    ({ id }) => id !== "" && id === get(answeredAtom)[ask.userId],
  );
  const quote = entry && quoteOf(entry);
  set(answeredAtom, { ...get(answeredAtom), [ask.userId]: "" });
  write(get, set, ask.userId, { kind: "text", text: ask.words }, { quote });
});

/** Conversations in whose composer a note is written, not a message. */
export const notingAtom = atom<Readonly<Record<string, boolean>>>({});

/** A note for agents: it stands in the conversation, and its visitor never sees it. */
export const noteAtom = atom(null, (get, set, ask: { userId: string; words: string }) => {
  if (ask.words.trim() === "") return;
  write(get, set, ask.userId, { kind: "text", text: ask.words }, { isNote: true });
});

/** Another agent finds nothing of the one before: no draft, no file, no visitor. */
export const forgetTalksAtom = atom(null, (_get, set) => {
  set(visitorsAtom, {});
  set(lastReadAtom, {});
  set(lastTypedAtom, {});
  set(draftsAtom, {});
  set(answeredAtom, {});
  set(notingAtom, {});
  set(filesAtom, new Map());
});

const filesAtom = atom<ReadonlyMap<string, File>>(new Map());

export const sendFileAtom = atom(null, (get, set, ask: { userId: string; file: File; kind: FileKind }) => {
  const { file, kind } = ask;
  const content: Content = { kind, url: URL.createObjectURL(file), fileName: file.name };
  const before = (fresh: string) => set(filesAtom, new Map(get(filesAtom)).set(fresh, file));
  const key = write(get, set, ask.userId, content, { before });
  return key;
});

/** A failed message goes once more, under its old id: were it there already, it would not come twice. */
export const sendAgainAtom = atom(null, (_get, set, ask: { userId: string; key: string }) => {
  set(changeDeskAtom, { kind: "delivering", ...ask, delivery: "waiting" });
  void set(flushAtom, ask.userId);
});

const flushingAtom = atom<ReadonlySet<string>>(new Set<string>());

/** Sends what waits in a conversation, one after the other, in the order it was written. */
export const flushAtom = atom(null, async (get, set, userId: string) => {
  if (get(flushingAtom).has(userId)) return;
  set(flushingAtom, new Set(get(flushingAtom)).add(userId));
  const { clock, random, nudge } = get(servicesAtom);
  let failures = 0;
  for (let next = waiting(get, userId); next; next = waiting(get, userId)) {
    const { key } = next;
    set(changeDeskAtom, { kind: "delivering", userId, key, delivery: "sending" });
    try {
      await deliver(get, set, userId, next);
      failures = 0;
    } catch (cause) {
      failures += 1;
      const isPassing = isPassingTrouble(cause);
      // Who has to sign in again sends it then: the desk comes online and takes up what waits.
      const isExpired = cause instanceof ApiError && cause.kind === "unauthorised";
      const delivery = isPassing || isExpired ? "waiting" : "failed";
      set(changeDeskAtom, { kind: "delivering", userId, key, delivery });
      if (isExpired) break;
      if (isPassing) {
        await clock.sleep(pauseAfter(Math.min(failures, LONGEST_STEP), cause, random()), nudge.signal());
      }
    }
  }
  const rest = new Set(get(flushingAtom));
  rest.delete(userId);
  set(flushingAtom, rest);
});

export const recallAtom = atom(
  null,
  async (get, set, ask: { userId: string; messageId: string }): Promise<Trouble | undefined> => {
    try {
      await get(servicesAtom).api.recall(ask.userId, ask.messageId);
      set(changeDeskAtom, { kind: "withdrew", ...ask });
      return undefined;
    } catch (cause) {
      return troubleOf(cause);
    }
  },
);

export const inviteEvaluationAtom = atom(
  null,
  async (get, _set, userId: string): Promise<Trouble | undefined> => {
    try {
      await get(servicesAtom).api.inviteEvaluation(userId);
      return undefined;
    } catch (cause) {
      return troubleOf(cause);
    }
  },
);

/** To whom a conversation can be handed; nobody where that cannot be known now. */
export const receiversAtom = atom(
  null,
  async (get, _set, signal: AbortSignal): Promise<Receivers | undefined> => {
    try {
      return await get(servicesAtom).api.receivers(signal);
    } catch {
      return undefined;
    }
  },
);

/** Gives a conversation to a colleague or to the line of a group; the desk hears of it as of any that has gone. */
export const handOverAtom = atom(
  null,
  async (
    get,
    _set,
    ask: { userId: string; to: Receiver; note: string },
  ): Promise<"nobody" | Trouble | undefined> => {
    try {
      await get(servicesAtom).api.handOver(ask.userId, ask.to, ask.note);
      return undefined;
    } catch (cause) {
      return cause instanceof ApiError && cause.kind === "conflict" ? "nobody" : troubleOf(cause);
    }
  },
);

export const closeTalkAtom = atom(null, async (get, set, userId: string): Promise<Trouble | undefined> => {
  try {
    await get(servicesAtom).api.close(userId);
    set(changeDeskAtom, { kind: "ended", userId, reason: "agentClosed" });
    return undefined;
  } catch (cause) {
    return troubleOf(cause);
  }
});

type WriteOptions = { before?: (key: string) => void; quote?: Quote | undefined; isNote?: boolean };

function write(
  get: Getter,
  set: Setter,
  userId: string,
  content: Content,
  { before, quote, isNote = false }: WriteOptions = {},
): string {
  const { clock, newId } = get(servicesAtom);
  const { mine } = get(deskAtom);
  const agent = get(agentAtom);
  const key = newId();
  before?.(key);
  const entry: Entry = {
    key,
    id: "",
    sessionId: mine.find((row) => row.userId === userId)?.sessionId ?? "",
    sender: "agent",
    senderName: agent?.nick ?? "",
    face: agent?.face ?? "",
    at: clock.now(),
    isRecalled: false,
    delivery: "waiting",
    content,
    ...(quote ? { quote } : {}),
    ...(isNote ? { isNote } : {}),
  };
  set(changeDeskAtom, { kind: "wrote", userId, entry });
  void set(flushAtom, userId);
  return key;
}

async function deliver(get: Getter, set: Setter, userId: string, entry: Entry): Promise<void> {
  const { api } = get(servicesAtom);
  const { key, content } = entry;
  if (content.kind === "text") {
    const answer = await (entry.isNote
      ? api.note(userId, key, content.text)
      : api.sendText(userId, key, content.text, entry.quote?.messageId ?? ""));
    set(changeDeskAtom, { kind: "sent", userId, key, answer });
    return;
  }
  const file = get(filesAtom).get(key);
  if (!isFile(content) || !file) return;
  let { url } = content;
  if (url.startsWith("blob:")) {
    const stored = await api.upload(userId, file, (share) =>
      set(changeDeskAtom, { kind: "progressed", userId, key, share }),
    );
    URL.revokeObjectURL(url);
    url = stored.url;
    set(changeDeskAtom, { kind: "uploaded", userId, key, url });
  }
  const sent = { kind: content.kind, url, fileName: file.name, sizeBytes: file.size };
  const answer = await api.sendFile(userId, key, sent);
  set(changeDeskAtom, { kind: "sent", userId, key, answer });
}

function isFile(content: Entry["content"]): content is Extract<Content, { kind: FileKind }> {
  return content.kind in FILE_TYPES;
}

function waiting(get: Getter, userId: string): Entry | undefined {
  return talkOf(get, userId).entries.find((entry) => entry.delivery === "waiting");
}

function talkOf(get: Getter, userId: string): Talk {
  return get(deskAtom).talks[userId] ?? emptyTalk;
}

function isPassingTrouble(cause: unknown): boolean {
  return cause instanceof ApiError && ["unreachable", "unavailable", "tooMany"].includes(cause.kind);
}

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

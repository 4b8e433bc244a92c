/** Sends the agent's messages: keeps them in order, sends one at a time, and retries. */
import type { AgentFileKind } from "../../api/agent";
import { ApiError } from "../../api/http";
import type { Entry } from "../../conversation/types";
import { pauseAfter } from "../../session/pause";
import { atom, type Getter, type Setter } from "../../state/jotai";
import type { Content, Quote } from "../../wire/message";
import { type Written, wireContent } from "../../wire/outgoing";
import type { Mentioned } from "../../wire/team";
import { mentionedIn } from "../mentionedIn";
import { quoteOf } from "../quote";
import { type FileFault, fileFault, fileKind } from "../sendable";
import { agentAtom } from "./agent.atoms";
import { changeDeskAtom, deskAtom, talkOf } from "./desk.atoms";
import { notingAtom } from "./drafts.atoms";
import { colleaguesAtom } from "./mentions.atoms";
import { servicesAtom } from "./services";

/**
 * Send at most one typing request in this time: the visitor sees it for two seconds (Protocol, 'Times of the pages').
 */
const TYPING_EVERY_MS = 1500;
const LONGEST_STEP = 4;
/** A file that is lost this often, while other requests succeed, has failed. */
const TRIES = 2;

const lastTypedAtom = atom<Readonly<Record<string, number>>>({});

export const typeAtom = atom(null, (get, set, userId: string) => {
  const { api, clock } = get(servicesAtom);
  const now = clock.now();
  if (now - (get(lastTypedAtom)[userId] ?? 0) < TYPING_EVERY_MS) return;
  set(lastTypedAtom, { ...get(lastTypedAtom), [userId]: now });
  void api.typing(userId).catch(() => undefined);
});

/** Id of the message that the agent answers, by conversation. */
export const answeredAtom = atom<Readonly<Record<string, string>>>({});

/** The message that the next one answers; undefined if it has been recalled. */
export const quoteOfAtom = atom((get) => {
  const { openId } = get(deskAtom);
  const messageId = get(answeredAtom)[openId] ?? "";
  const entry = messageId === "" ? undefined : talkOf(get, openId).entries.find(({ id }) => id === messageId);
  return entry && quoteOf(entry);
});

/** Sends the text with its quote, and clears the quote. */
export const sendTextAtom = atom(null, (get, set, ask: { userId: string; text: string }) => {
  if (ask.text.trim() === "") return;
  const entry = talkOf(get, ask.userId).entries.find(
    ({ id }) => id !== "" && id === get(answeredAtom)[ask.userId],
  );
  const quote = entry && quoteOf(entry);
  set(answeredAtom, { ...get(answeredAtom), [ask.userId]: "" });
  write(get, set, ask.userId, { kind: "text", text: ask.text }, { quote });
});

/** Sends formatted text, a card or a form. Formatted text carries the quote, and clears it. */
export const sendContentAtom = atom(null, (get, set, ask: { userId: string; content: Written }) => {
  const { userId, content } = ask;
  if (content.kind !== "richText") {
    write(get, set, userId, content);
    return;
  }
  const answered = get(answeredAtom)[userId];
  const entry = talkOf(get, userId).entries.find(({ id }) => id !== "" && id === answered);
  set(answeredAtom, { ...get(answeredAtom), [userId]: "" });
  write(get, set, userId, content, { quote: entry && quoteOf(entry) });
});

/** Adds a note for agents: the conversation shows it, but its visitor never sees it. */
export const noteAtom = atom(null, (get, set, ask: { userId: string; text: string }) => {
  if (ask.text.trim() === "") return;
  const mentions = mentionedIn(ask.text, get(colleaguesAtom));
  write(get, set, ask.userId, { kind: "text", text: ask.text }, { isNote: true, mentions });
});

/** A file that only this page has, and how to abort its upload. */
type PendingUpload = { file: File; stop: AbortController };
const uploadsAtom = atom<ReadonlyMap<string, PendingUpload>>(new Map());

/** Files that the server refused for their content: they are not retried. */
const heldRefusedAtom = atom<ReadonlySet<string>>(new Set<string>());
export const refusedAtom = atom((get) => get(heldRefusedAtom));

/** Why a file is not sent: its type, its size, or because the composer writes a note. */
export type NotSent = FileFault | "note";

/** Sends a file to the visitor. Returns the reason if it cannot be sent. */
export const sendFileAtom = atom(
  null,
  (get, set, { userId, file }: { userId: string; file: File }): NotSent | undefined => {
    // Checked here, for every way to add a file: the visitor would see what is meant for agents only.
    if (get(notingAtom)[userId]) return "note";
    const kind = fileKind(file.name);
    const fault = fileFault(file);
    if (kind === undefined || fault !== undefined) return fault ?? "type";
    const named = { url: URL.createObjectURL(file), fileName: file.name };
    const content: Content = kind === "file" ? { kind, ...named, sizeBytes: file.size } : { kind, ...named };
    const pending = { file, stop: new AbortController() };
    const before = (key: string) => set(uploadsAtom, new Map(get(uploadsAtom)).set(key, pending));
    write(get, set, userId, content, { before });
    return undefined;
  },
);

/** Discards an unsent message; a running upload is aborted. */
export const discardAtom = atom(null, (get, set, ask: { userId: string; key: string }) => {
  const entry = talkOf(get, ask.userId).entries.find(({ key }) => key === ask.key);
  if (!entry || entry.delivery === "sent") return;
  get(uploadsAtom).get(ask.key)?.stop.abort();
  forgetFile(get, set, entry);
  set(changeDeskAtom, { kind: "discarded", ...ask });
});

/** Sends a failed message again under the same id, so that it cannot arrive twice. */
export const sendAgainAtom = atom(null, (_get, set, ask: { userId: string; key: string }) => {
  set(changeDeskAtom, { kind: "delivering", ...ask, delivery: "waiting" });
  void set(flushAtom, ask.userId);
});

const flushingAtom = atom<ReadonlySet<string>>(new Set<string>());

/** Sends the waiting messages of a conversation, one at a time and in order. */
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
      // A message discarded while it was being sent is not a failure.
      if (!talkOf(get, userId).entries.some((entry) => entry.key === key)) continue;
      failures += 1;
      const isPassing = isPassingTrouble(cause) && !isLostAlone(get, next, cause, failures);
      // The message waits for the sign-in: the desk flushes all conversations when it is online again.
      const isExpired = cause instanceof ApiError && cause.kind === "unauthorised";
      const delivery = isPassing || isExpired ? "waiting" : "failed";
      set(changeDeskAtom, { kind: "delivering", userId, key, delivery });
      if (isExpired) break;
      if (!isPassing) {
        failures = 0;
        if (isRefused(next, cause)) set(heldRefusedAtom, new Set(get(heldRefusedAtom)).add(key));
      } else {
        await clock.sleep(pauseAfter(Math.min(failures, LONGEST_STEP), cause, random()), nudge.signal());
      }
    }
  }
  const rest = new Set(get(flushingAtom));
  rest.delete(userId);
  set(flushingAtom, rest);
});

/** Clears drafts and files before another agent signs in. */
export const forgetUnsentAtom = atom(null, (get, set) => {
  set(lastTypedAtom, {});
  set(answeredAtom, {});
  for (const { stop } of get(uploadsAtom).values()) stop.abort();
  set(uploadsAtom, new Map());
  set(heldRefusedAtom, new Set());
});

type WriteOptions = {
  before?: (key: string) => void;
  quote?: Quote | undefined;
  isNote?: boolean;
  mentions?: readonly Mentioned[];
};

function write(
  get: Getter,
  set: Setter,
  userId: string,
  content: Content,
  { before, quote, isNote = false, mentions = [] }: WriteOptions = {},
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
    ...(mentions.length === 0 ? {} : { mentions }),
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
      ? api.note(
          userId,
          key,
          content.text,
          (entry.mentions ?? []).map(({ id }) => id),
        )
      : api.sendText(userId, key, content.text, entry.quote?.messageId ?? ""));
    set(changeDeskAtom, { kind: "sent", userId, key, answer });
    return;
  }
  if (isFile(content)) await deliverFile(get, set, userId, { ...entry, content });
  if (content.kind === "richText" || content.kind === "card" || content.kind === "form") {
    const answer = await api.sendContent(userId, key, wireContent(content), entry.quote?.messageId ?? "");
    set(changeDeskAtom, { kind: "sent", userId, key, answer });
  }
}

async function deliverFile(
  get: Getter,
  set: Setter,
  userId: string,
  entry: Entry & { content: FileContent },
): Promise<void> {
  const { api } = get(servicesAtom);
  const { key, content } = entry;
  const pending = get(uploadsAtom).get(key);
  if (!pending) return;
  const { file, stop } = pending;
  let { url, fileName } = content;
  if (isHere(content)) {
    const onProgress = (share: number) => set(changeDeskAtom, { kind: "progressed", userId, key, share });
    const stored = await api.upload(userId, file, onProgress, stop.signal);
    if (stop.signal.aborted) return;
    URL.revokeObjectURL(url);
    ({ url } = stored);
    fileName = stored.name || fileName;
    set(changeDeskAtom, { kind: "uploaded", userId, key, url });
  }
  const sent = { kind: content.kind, url, fileName, sizeBytes: file.size };
  const answer = await api.sendFile(userId, key, sent);
  set(changeDeskAtom, { kind: "sent", userId, key, answer });
  forgetFile(get, set, entry);
}

/** Releases the file's bytes: nothing shows it. */
function forgetFile(get: Getter, set: Setter, { key, content }: Entry): void {
  if (isFile(content) && isHere(content)) URL.revokeObjectURL(content.url);
  const rest = new Map(get(uploadsAtom));
  rest.delete(key);
  set(uploadsAtom, rest);
}

function waiting(get: Getter, userId: string): Entry | undefined {
  return talkOf(get, userId).entries.find((entry) => entry.delivery === "waiting");
}

function isPassingTrouble(cause: unknown): boolean {
  return cause instanceof ApiError && ["unreachable", "unavailable", "tooMany"].includes(cause.kind);
}

/** A file that is lost twice while other requests succeed is not retried further: the agent decides. */
function isLostAlone(get: Getter, { content }: Entry, cause: unknown, failures: number): boolean {
  const isLost = cause instanceof ApiError && cause.kind === "unreachable";
  return isLost && isFile(content) && failures >= TRIES && get(deskAtom).connection === "online";
}

/**
 * The server refused the file itself: its content does not match its name, it is too large, or its type is not
 * accepted.
 */
function isRefused({ content }: Entry, cause: unknown): boolean {
  const isAnswer = cause instanceof ApiError && ["invalid", "tooLarge", "forbidden"].includes(cause.kind);
  return isAnswer && isFile(content) && isHere(content);
}

type FileContent = Extract<Content, { kind: AgentFileKind }>;

function isFile(content: Entry["content"]): content is FileContent {
  return ["image", "video", "audio", "file"].includes(content.kind);
}

/** Whether only this page has the file. */
function isHere({ url }: FileContent): boolean {
  return url.startsWith("blob:");
}

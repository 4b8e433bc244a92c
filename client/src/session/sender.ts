/**
 * Sends the visitor's messages one by one, in order. If the server is not reached, they wait for it. If the server
 * refuses one, it is failed, and the visitor may resend it. Each message keeps its id through all tries, so that the
 * server stores it once (Protocol, 'Repeats').
 */
import { ApiError, type CallOptions } from "../api/http";

import type { Choice } from "../api/visitor";

import { isStored } from "../conversation/outbox";
import { receiverOf, transferAfter, transfersOnSend } from "../conversation/transferRules";
import type { Entry } from "../conversation/types";
import type { Card } from "../wire/card";
import type { FileKind } from "../wire/codes";
import { follow } from "./follow";
import { pauseAfter } from "./pause";
import { sendingEntry } from "./sendingEntry";
import { transfer } from "./transfer";
import type { Visit } from "./visit";

/** Lost tries while other calls succeed, after which a message is failed. */
const TRIES = 2;

/** Timeouts of a message and of a robot's answer; after them, the call is retried with the same id. */
const SENT_WITHIN_MS = 30_000;
const ANSWERED_WITHIN_MS = 120_000;
/** A server that asks for at least this pause after an upload lacks room, or its file limit is used up. */
const LONG_PAUSE_MS = 10_000;
/** A younger try is not cut short. */
const STALE_MS = 2000;

export type Sender = {
  sendText: (text: string, choice?: Choice) => void;
  sendCard: (card: Card) => void;
  sendFile: (file: File, preview: Preview) => void;
  /** Tries a failed message again. */
  resend: (key: string) => void;
  /** Removes a message; stops its upload. */
  discard: (key: string) => void;
  /** Sends waiting messages: after a start, and when the server is reached again. */
  flush: () => void;
  /** Repeats the current call, because its connection may be dead. */
  wake: () => void;
  /** A poll brought the message, so the current call need not be waited for. */
  onDelivered: (key: string) => void;
  end: () => void;
};

/** The local preview of a file until it is uploaded. */
export type Preview = { kind: FileKind; url: string; width?: number; height?: number };

/** A chosen, dropped or pasted file, checked and ready to send. */
export type Picked = { file: File; preview: Preview };

type Job = {
  key: string;
  choice: Choice;
  file?: File;
  /** Number of failed tries; the pauses grow with it. */
  tries: number;
  /** Number of tries that did not reach the server. */
  lost: number;
  hasRestarted: boolean;
  /** Stops the upload. */
  stop: AbortController;
};

/** What a sender needs from the chat. */
export type Around = {
  /** Opens the chat anew. */
  restart: () => Promise<void>;
  /** Checks whether the server is reached, after a failed call. */
  doubt: () => void;
};

export function createSender(visit: Visit, files: Map<string, File>, { restart, doubt }: Around): Sender {
  const jobs: Job[] = [];
  const stop = new AbortController();
  let isRunning = false;
  let pausing = new AbortController();
  /** The sender pauses until this time, because of a `Retry-After`: Protocol, 'Errors'. */
  let quietUntil = 0;
  let current: { key: string; since: number; cut: AbortController } | undefined;

  const add = (job: Pick<Job, "key" | "choice" | "file">) => {
    if (!jobs.some((each) => each.key === job.key)) {
      jobs.push({ ...job, tries: 0, lost: 0, hasRestarted: false, stop: new AbortController() });
    }
    void run();
  };

  const run = async () => {
    // Before chatStart there is no token; `flush` runs the sender after it.
    if (isRunning || visit.who.token === "" || visit.clock.now() < quietUntil) return;
    isRunning = true;
    for (let job = jobs[0]; job && !stop.signal.aborted; job = jobs[0]) {
      current = { key: job.key, since: visit.clock.now(), cut: new AbortController() };
      const outcome = await attempt(visit, job, restart, current.cut.signal);
      current = undefined;
      if (outcome === "again") continue;
      if (typeof outcome === "object") {
        // `Retry-After` shows that the server was reached.
        if (outcome.later.kind === "unreachable") doubt();
        const why = outcome.later.retryAfterMs === undefined ? "waiting" : "held";
        for (const each of jobs) visit.change({ kind: "postponed", key: each.key, why });
        void again(job.tries, outcome.later);
        break;
      }
      jobs.shift();
      if (outcome === "done") files.delete(job.key);
    }
    isRunning = false;
  };

  /** Pauses before the next run. A new pause replaces the old one. */
  const again = async (tries: number, cause: ApiError) => {
    pausing.abort();
    pausing = new AbortController();
    const signal = AbortSignal.any([stop.signal, pausing.signal]);
    quietUntil = visit.clock.now() + (cause.retryAfterMs ?? 0);
    await visit.clock.sleep(pauseAfter(tries, cause, visit.random()), signal);
    if (signal.aborted) return;
    quietUntil = 0;
    void run();
  };

  return {
    sendText(text, choice = {}) {
      const key = visit.newId();
      visit.change({ kind: "written", entry: sendingEntry(visit, key, { kind: "text", text }) });
      add({ key, choice });
    },
    sendCard(card) {
      const key = visit.newId();
      visit.change({ kind: "written", entry: sendingEntry(visit, key, { kind: "card", card }) });
      add({ key, choice: {} });
    },
    sendFile(file, preview) {
      const key = visit.newId();
      const content = contentOf(file, preview);
      visit.change({ kind: "written", entry: { ...sendingEntry(visit, key, content), progress: 0 } });
      files.set(key, file);
      add({ key, choice: {}, file });
    },
    resend(key) {
      visit.change({ kind: "delivering", key });
      const file = files.get(key);
      add({ key, choice: {}, ...(file ? { file } : {}) });
    },
    discard(key) {
      const at = jobs.findIndex((job) => job.key === key);
      jobs[at]?.stop.abort();
      for (const entry of visit.conversation().entries) if (entry.key === key) forgetPreview(entry);
      if (at > 0) jobs.splice(at, 1);
      files.delete(key);
      visit.change({ kind: "discarded", key });
    },
    flush() {
      for (const entry of visit.conversation().entries) {
        if (entry.delivery !== "waiting" && entry.delivery !== "held") continue;
        const file = files.get(entry.key);
        add({ key: entry.key, choice: {}, ...(file ? { file } : {}) });
      }
      void run();
    },
    wake() {
      if (current && visit.clock.now() - current.since > STALE_MS) current.cut.abort();
    },
    onDelivered(key) {
      // A robot's answer comes only in the call's response.
      if (current?.key === key && visit.conversation().phase === "manual") current.cut.abort();
    },
    end() {
      stop.abort();
      visit.conversation().entries.forEach(forgetPreview);
    },
  };
}

/** `done`: sent; `failed`: refused; `later`: not possible yet, and why; `again`: the try was cut short. */
type Outcome = "done" | "failed" | "again" | { later: ApiError };

async function attempt(
  visit: Visit,
  job: Job,
  restart: () => Promise<void>,
  cut: AbortSignal,
): Promise<Outcome> {
  const entry = visit.conversation().entries.findLast((each) => each.key === job.key);
  if (!entry || entry.delivery === "sent") return "done";
  visit.change({ kind: "delivering", key: job.key });
  try {
    const isSent = await deliver(visit, job, entry, restart, cut);
    if (!isSent) visit.change({ kind: "failed", key: job.key });
    return isSent ? "done" : "failed";
  } catch (cause) {
    // The visitor discarded the message.
    if (job.stop.signal.aborted) return "done";
    if (cut.aborted) return "again";
    job.tries += 1;
    if (cause instanceof ApiError && isWorthWaiting(visit, job, cause)) return { later: cause };
    visit.change({ kind: "failed", key: job.key });
    if (cause instanceof ApiError && cause.kind === "conflict") visit.change({ kind: "ended" });
    if (!(cause instanceof ApiError)) throw cause;
    return "failed";
  }
}

async function deliver(
  visit: Visit,
  job: Job,
  entry: Entry,
  restart: () => Promise<void>,
  cut: AbortSignal,
): Promise<boolean> {
  if (transfersOnSend(visit.channel, visit.conversation().phase)) await transfer(visit);
  const { content } = entry;
  if (content.kind === "image" || content.kind === "video" || content.kind === "file") {
    return deliverFile(visit, job, { ...entry, content }, cut);
  }
  if (content.kind === "card") {
    const sent = await visit.api.sendCard(
      visit.who.userId,
      job.key,
      content.card,
      within(SENT_WITHIN_MS, cut),
    );
    visit.change({ kind: "sent", key: job.key, sent });
    return true;
  }
  if (content.kind !== "text") return false;
  const text = content.text;
  if (receiverOf(visit.channel, visit.conversation().phase) === "agent") {
    return sendWords(visit, job, text, cut);
  }
  return ask(visit, job, text, restart, cut);
}

async function ask(
  visit: Visit,
  job: Job,
  text: string,
  restart: () => Promise<void>,
  cut: AbortSignal,
): Promise<boolean> {
  visit.change({ kind: "askStarted" });
  try {
    const { robotNo, robotName, robotIcon } = visit.channel;
    const limits = within(ANSWERED_WITHIN_MS, cut);
    const asked = await visit.api.askRobot(
      visit.who.userId,
      job.key,
      robotNo,
      text,
      job.choice,
      visit.query,
      limits,
    );
    if (asked.hasEnded) {
      if (job.hasRestarted) return false;
      // Protocol, 'robotAsk': status 0 opens a new session; the question is sent in it once.
      job.hasRestarted = true;
      await restart();
      return ask(visit, job, text, restart, cut);
    }
    visit.change({ kind: "answered", key: job.key, asked, robot: { name: robotName, face: robotIcon } });
    void follow(visit, asked.reply.messageId, transferAfter(asked));
    return true;
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.kind !== "conflict") throw cause;
    // An agent took the chat meanwhile, so the question goes to them.
    return sendWords(visit, job, text, cut);
  } finally {
    visit.change({ kind: "askEnded" });
  }
}

async function sendWords(visit: Visit, job: Job, text: string, cut: AbortSignal): Promise<boolean> {
  const sent = await visit.api.sendText(visit.who.userId, job.key, text, within(SENT_WITHIN_MS, cut));
  visit.change({ kind: "sent", key: job.key, sent });
  return true;
}

async function deliverFile(
  visit: Visit,
  job: Job,
  entry: Entry & { content: { kind: FileKind; url: string; fileName: string } },
  cut: AbortSignal,
): Promise<boolean> {
  const { kind } = entry.content;
  let { url, fileName } = entry.content;
  if (!isStored(url)) {
    if (!job.file) return false;
    const file = await visit.api
      .upload(
        visit.who.userId,
        job.file,
        (progress) => visit.change({ kind: "progressed", key: job.key, progress }),
        AbortSignal.any([job.stop.signal, cut]),
      )
      .catch((cause: unknown) => {
        const isRefused = cause instanceof ApiError && cause.kind === "invalid";
        if (isRefused) visit.onFileRefused(cause.message);
        if (!isForLong(cause)) throw cause;
        visit.onNoRoomForFiles();
        return undefined;
      });
    if (!file) return false;
    ({ url } = file);
    fileName = file.name || fileName;
    visit.change({ kind: "fileStored", key: job.key, url });
    forgetPreview(entry);
  }
  const limits = within(SENT_WITHIN_MS, cut);
  const sent = await visit.api.sendFile(visit.who.userId, job.key, { kind, url, fileName }, limits);
  visit.change({ kind: "sent", key: job.key, sent });
  return true;
}

function contentOf(file: File, { kind, url, width, height }: Preview): Entry["content"] {
  const named = { url, fileName: file.name };
  switch (kind) {
    case "image":
      return { kind, ...named, ...(width && height ? { width, height } : {}) };
    case "video":
      return { kind, ...named };
    case "file":
      return { kind, ...named, sizeBytes: file.size };
    default:
      return kind satisfies never;
  }
}

/** Releases a local preview; until then, the browser keeps the file's bytes in memory. */
function forgetPreview({ content }: Entry): void {
  if ("url" in content && content.url?.startsWith("blob:")) URL.revokeObjectURL(content.url);
}

function within(timeoutMs: number, signal: AbortSignal): CallOptions {
  return { timeoutMs, signal };
}

/** Whether the server takes no files for a while; other messages must not wait behind the file then. */
function isForLong(cause: unknown): boolean {
  return cause instanceof ApiError && (cause.retryAfterMs ?? 0) >= LONG_PAUSE_MS;
}

/** Whether to retry later. A busy server is always retried; a call is given up if it is lost while others succeed. */
function isWorthWaiting(visit: Visit, job: Job, { kind }: ApiError): boolean {
  if (kind === "unavailable" || kind === "tooMany") return true;
  if (kind !== "unreachable") return false;
  job.lost += 1;
  return visit.conversation().connection !== "online" || job.lost < TRIES;
}

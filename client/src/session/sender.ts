/**
 * Sends what the visitor writes, one after another and in order. What cannot reach the server waits for it;
 * what the server refuses is failed, and the visitor may send it again. Each message keeps its id through all
 * tries, so that the server stores it once (Contract §4).
 */
import { ApiError, type CallOptions } from "../api/http";

import type { Choice, FileKind } from "../api/visitor";

import { timeOfNew } from "../conversation/entries";
import { isStored } from "../conversation/outbox";
import { hearer, transferAfter, transfersOnSend } from "../conversation/transferRules";
import type { Entry } from "../conversation/types";
import type { Card } from "../wire/card";
import { follow } from "./follow";
import { pauseAfter } from "./pause";
import { transfer } from "./transfer";
import type { Visit } from "./visit";

/** So often a message is tried while everything else gets through; then it is failed. */
const TRIES = 2;

/** A call that has not been answered by then is made again, under the same id; a question takes its time. */
const SENT_WITHIN_MS = 30_000;
const ANSWERED_WITHIN_MS = 120_000;
/** A try that is younger is not cut short. */
const STALE_MS = 2000;

export type Sender = {
  sendText: (words: string, choice?: Choice) => void;
  sendCard: (card: Card) => void;
  sendFile: (file: File, preview: Preview) => void;
  /** Tries a failed message again. */
  resend: (key: string) => void;
  /** Takes a message away; a file that is on its way is stopped. */
  discard: (key: string) => void;
  /** Takes what was not sent up again: after a start, and when the server is reached again. */
  flush: () => void;
  /** The call of the moment may wait on a connection that is gone: it is made again. */
  wake: () => void;
  end: () => void;
};

/** A file as this page shows it until it is on the server. */
export type Preview = { kind: FileKind; url: string; width?: number; height?: number };

/** A file that was chosen, dropped or pasted, checked and ready to go. */
export type Picked = { file: File; preview: Preview };

type Job = {
  key: string;
  choice: Choice;
  file?: File;
  tries: number;
  hasRestarted: boolean;
  /** Ends the file's way to the server. */
  stop: AbortController;
};

/** What a sender asks of the chat around it. */
export type Around = {
  /** Opens the chat anew. */
  restart: () => Promise<void>;
  /** A call did not get through: whether the server is reached is to be found out. */
  doubt: () => void;
};

export function createSender(visit: Visit, files: Map<string, File>, { restart, doubt }: Around): Sender {
  const jobs: Job[] = [];
  const stop = new AbortController();
  let isRunning = false;
  let pausing = new AbortController();
  let current: { since: number; cut: AbortController } | undefined;

  const add = (job: Pick<Job, "key" | "choice" | "file">) => {
    if (!jobs.some((each) => each.key === job.key)) {
      jobs.push({ ...job, tries: 0, hasRestarted: false, stop: new AbortController() });
    }
    void run();
  };

  const run = async () => {
    // What is written before the server knows the visitor goes once it does.
    if (isRunning || visit.who.userId === "") return;
    isRunning = true;
    for (let job = jobs[0]; job && !stop.signal.aborted; job = jobs[0]) {
      current = { since: visit.clock.now(), cut: new AbortController() };
      const outcome = await attempt(visit, job, restart, current.cut.signal);
      current = undefined;
      if (outcome === "again") continue;
      if (outcome === "later") {
        doubt();
        for (const each of jobs) visit.change({ kind: "postponed", key: each.key });
        void again(job.tries);
        break;
      }
      jobs.shift();
      if (outcome === "done") files.delete(job.key);
    }
    isRunning = false;
  };

  /** One pause at a time: a message written meanwhile begins it anew. */
  const again = async (tries: number) => {
    pausing.abort();
    pausing = new AbortController();
    const signal = AbortSignal.any([stop.signal, pausing.signal]);
    await visit.clock.sleep(pauseAfter(tries, undefined, visit.random()), signal);
    if (!signal.aborted) void run();
  };

  return {
    sendText(words, choice = {}) {
      const key = visit.newId();
      visit.change({ kind: "written", entry: entryOf(visit, key, { kind: "text", text: words }) });
      add({ key, choice });
    },
    sendCard(card) {
      const key = visit.newId();
      visit.change({ kind: "written", entry: entryOf(visit, key, { kind: "card", card }) });
      add({ key, choice: {} });
    },
    sendFile(file, preview) {
      const key = visit.newId();
      const content = contentOf(file, preview);
      visit.change({ kind: "written", entry: { ...entryOf(visit, key, content), progress: 0 } });
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
      if (at > 0) jobs.splice(at, 1);
      files.delete(key);
      visit.change({ kind: "discarded", key });
    },
    flush() {
      for (const entry of visit.conversation().entries) {
        if (entry.delivery !== "waiting") continue;
        const file = files.get(entry.key);
        add({ key: entry.key, choice: {}, ...(file ? { file } : {}) });
      }
      void run();
    },
    wake() {
      if (current && visit.clock.now() - current.since > STALE_MS) current.cut.abort();
    },
    end: () => stop.abort(),
  };
}

/** `done`: sent; `failed`: refused; `later`: the server was not reached; `again`: the try was cut short. */
async function attempt(
  visit: Visit,
  job: Job,
  restart: () => Promise<void>,
  cut: AbortSignal,
): Promise<"done" | "failed" | "later" | "again"> {
  const entry = visit.conversation().entries.findLast((each) => each.key === job.key);
  if (!entry || entry.delivery === "sent") return "done";
  visit.change({ kind: "delivering", key: job.key });
  try {
    const isSent = await deliver(visit, job, entry, restart, cut);
    if (!isSent) visit.change({ kind: "failed", key: job.key });
    return isSent ? "done" : "failed";
  } catch (cause) {
    // What the visitor has taken away is not tried again.
    if (job.stop.signal.aborted) return "done";
    if (cut.aborted) return "again";
    job.tries += 1;
    if (isOutOfReach(cause) && (visit.conversation().connection !== "online" || job.tries < TRIES))
      return "later";
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
    return deliverFile(visit, job, content, cut);
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
  const words = content.text;
  if (hearer(visit.channel, visit.conversation().phase) === "agent") {
    return sendWords(visit, job, words, cut);
  }
  return ask(visit, job, words, restart, cut);
}

async function ask(
  visit: Visit,
  job: Job,
  words: string,
  restart: () => Promise<void>,
  cut: AbortSignal,
): Promise<boolean> {
  visit.change({ kind: "askStarted" });
  try {
    const { robotNo, robotName, robotIcon } = visit.channel;
    const limits = within(ANSWERED_WITHIN_MS, cut);
    const asked = await visit.api.askRobot(visit.who.userId, job.key, robotNo, words, job.choice, limits);
    if (asked.hasEnded) {
      if (job.hasRestarted) return false;
      // Spec §4: status 0 opens the chat anew; the question goes with it, once.
      job.hasRestarted = true;
      await restart();
      return ask(visit, job, words, restart, cut);
    }
    visit.change({ kind: "answered", key: job.key, asked, robot: { name: robotName, face: robotIcon } });
    void follow(visit, asked.reply.messageId, transferAfter(asked));
    return true;
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.kind !== "conflict") throw cause;
    // An agent took the chat while the question was on its way: they hear it.
    return sendWords(visit, job, words, cut);
  } finally {
    visit.change({ kind: "askEnded" });
  }
}

async function sendWords(visit: Visit, job: Job, words: string, cut: AbortSignal): Promise<boolean> {
  const sent = await visit.api.sendText(visit.who.userId, job.key, words, within(SENT_WITHIN_MS, cut));
  visit.change({ kind: "sent", key: job.key, sent });
  return true;
}

async function deliverFile(
  visit: Visit,
  job: Job,
  content: { kind: FileKind; url: string; fileName: string },
  cut: AbortSignal,
): Promise<boolean> {
  const { kind } = content;
  let { url, fileName } = content;
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
        throw cause;
      });
    ({ url } = file);
    fileName = file.name || fileName;
    visit.change({ kind: "fileStored", key: job.key, url });
  }
  const limits = within(SENT_WITHIN_MS, cut);
  const sent = await visit.api.sendFile(visit.who.userId, job.key, { kind, url, fileName }, limits);
  visit.change({ kind: "sent", key: job.key, sent });
  return true;
}

function entryOf(visit: Visit, key: string, content: Entry["content"]): Entry {
  return {
    key,
    id: "",
    sessionId: visit.conversation().sessionId,
    sender: "visitor",
    senderName: "",
    face: "",
    at: timeOfNew(visit.conversation().entries, visit.clock.now() + visit.serverAheadMs),
    isRecalled: false,
    delivery: "sending",
    content,
  };
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

function within(timeoutMs: number, signal: AbortSignal): CallOptions {
  return { timeoutMs, signal };
}

function isOutOfReach(cause: unknown): boolean {
  return (
    cause instanceof ApiError &&
    (cause.kind === "unreachable" || cause.kind === "unavailable" || cause.kind === "tooMany")
  );
}

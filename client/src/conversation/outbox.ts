/**
 * Messages that the server has not acknowledged, kept in the browser so that a reload loses nothing.
 * Sending is idempotent: the page's own id makes a repeat the same message (Protocol, 'Repeats').
 */
import { isRecord } from "../lib/record";
import { visitorEntry } from "./entries";
import type { Entry } from "./types";

/** Protocol, 'Repeats': how long the server recognizes a message's id. */
export const OUTBOX_KEPT_MS = 48 * 3_600_000;

/** A younger unsent message of the same session is resent without the visitor. */
const RESENT_BY_ITSELF_MS = 300_000;

/** The file of a message: uploaded, with its address, or still local, with its content. */
export type UnsentFile = {
  kind: "image" | "video" | "file";
  url: string;
  fileName: string;
  content?: File | undefined;
};

/** A text or a file that the page can send again. */
export type Unsent = {
  key: string;
  sessionId: string;
  at: number;
  words: string;
  file?: UnsentFile | undefined;
};

/** The unsent messages among these entries; `fileOf` returns a file that is not uploaded yet. */
export function unsentOf(entries: readonly Entry[], fileOf: (key: string) => File | undefined): Unsent[] {
  return entries.flatMap((entry): Unsent[] => {
    if (entry.sender !== "visitor" || entry.delivery === "sent") return [];
    const { key, sessionId, at, content } = entry;
    if (content.kind === "text") return [{ key, sessionId, at, words: content.text }];
    if (content.kind !== "image" && content.kind !== "video" && content.kind !== "file") return [];
    const { kind, url, fileName } = content;
    if (isStored(url)) return [{ key, sessionId, at, words: "", file: { kind, url, fileName } }];
    const file = fileOf(key);
    return file ? [{ key, sessionId, at, words: "", file: { kind, url: "", fileName, content: file } }] : [];
  });
}

/** Makes an entry of an unsent message. If it is recent and of this session it is resent, else it waits for a tap. */
export function entryOfUnsent(unsent: Unsent, sessionId: string, now: number): Entry {
  const isRecent = unsent.sessionId === sessionId && now - unsent.at < RESENT_BY_ITSELF_MS;
  return visitorEntry({
    key: unsent.key,
    sessionId,
    at: isRecent ? unsent.at : now,
    delivery: isRecent ? "waiting" : "failed",
    content: unsent.file ? contentOf(unsent.file) : { kind: "text", text: unsent.words },
  });
}

function contentOf({ kind, url, fileName, content }: UnsentFile): Entry["content"] {
  const named = { url: content ? URL.createObjectURL(content) : url, fileName };
  return kind === "file" && content ? { kind, ...named, sizeBytes: content.size } : { kind, ...named };
}

/** Reads what an earlier page stored; undefined if it is no unsent message. */
export function readUnsent(kept: unknown): Unsent | undefined {
  return isUnsent(kept) ? kept : undefined;
}

/** Whether the file is uploaded; a local file has a `blob:` address. */
export function isStored(url: string): boolean {
  return url !== "" && !url.startsWith("blob:");
}

function isUnsent(value: unknown): value is Unsent {
  if (!isRecord(value)) return false;
  const { key, sessionId, at, words, file } = value;
  const areTexts = [key, sessionId, words].every((text) => typeof text === "string");
  return areTexts && typeof at === "number" && (file === undefined || isFile(file));
}

function isFile(value: unknown): boolean {
  if (!isRecord(value) || typeof value.url !== "string" || typeof value.fileName !== "string") return false;
  const isKnown = value.kind === "image" || value.kind === "video" || value.kind === "file";
  return isKnown && (value.content instanceof File || (value.content === undefined && isStored(value.url)));
}

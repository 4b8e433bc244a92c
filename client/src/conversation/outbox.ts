/**
 * What the visitor wrote and the server has not confirmed, kept in the browser so that a reload loses nothing.
 * A repeat is harmless: the page's own id makes it one message (Protocol, 'Repeats').
 */
import { isRecord } from "../lib/record";
import type { Entry } from "./types";

/** Protocol, 'Repeats': how long the server knows a message's id again. */
export const OUTBOX_KEPT_MS = 48 * 3_600_000;

/** Within this time after it was written an unsent message of the same chat goes by itself. */
const RESENT_BY_ITSELF_MS = 300_000;

/** A file of a message: on the server already, by its address, or still here with its content. */
export type UnsentFile = {
  kind: "image" | "video" | "file";
  url: string;
  fileName: string;
  content?: File | undefined;
};

/** Only what can be sent again without the visitor: words, and files. */
export type Unsent = {
  key: string;
  sessionId: string;
  at: number;
  words: string;
  file?: UnsentFile | undefined;
};

/** What of these entries is unsent; `fileOf` has the files that are in this page alone. */
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

/** An unsent message as an entry again: it goes by itself in the chat it was written in, else it waits for a tap. */
export function entryOfUnsent(unsent: Unsent, sessionId: string, now: number): Entry {
  const isRecent = unsent.sessionId === sessionId && now - unsent.at < RESENT_BY_ITSELF_MS;
  return {
    key: unsent.key,
    id: "",
    sessionId,
    sender: "visitor",
    senderName: "",
    face: "",
    at: isRecent ? unsent.at : now,
    isRecalled: false,
    delivery: isRecent ? "waiting" : "failed",
    content: unsent.file ? contentOf(unsent.file) : { kind: "text", text: unsent.words },
  };
}

function contentOf({ kind, url, fileName, content }: UnsentFile): Entry["content"] {
  const named = { url: content ? URL.createObjectURL(content) : url, fileName };
  return kind === "file" && content ? { kind, ...named, sizeBytes: content.size } : { kind, ...named };
}

/** Reads what an earlier page wrote; nothing where it is not an unsent message. */
export function readUnsent(kept: unknown): Unsent | undefined {
  return isUnsent(kept) ? kept : undefined;
}

/** A picture that is only in this page has a blob's address. */
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

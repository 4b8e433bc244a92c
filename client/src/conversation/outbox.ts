/**
 * What the visitor wrote and the server has not confirmed, kept in the browser so that a reload loses nothing.
 * A repeat is harmless: the page's own id makes it one message (Contract §4).
 */
import type { Entry } from "./types";

/** Contract §4: how long the server knows a message's id again. */
export const OUTBOX_KEPT_MS = 48 * 3_600_000;

/** Within this time after it was written an unsent message of the same chat goes by itself. */
const RESENT_BY_ITSELF_MS = 300_000;

/** Only what can be sent again without the visitor: words, and pictures that are on the server already. */
export type Unsent = {
  key: string;
  sessionId: string;
  at: number;
  words: string;
  image: { url: string; fileName: string } | undefined;
};

export function unsentOf(entries: readonly Entry[]): Unsent[] {
  return entries.flatMap((entry): Unsent[] => {
    if (entry.sender !== "visitor" || entry.delivery === "sent") return [];
    const { key, sessionId, at, content } = entry;
    if (content.kind === "text") return [{ key, sessionId, at, words: content.text, image: undefined }];
    if (content.kind === "image" && isStored(content.url)) {
      return [{ key, sessionId, at, words: "", image: { url: content.url, fileName: content.fileName } }];
    }
    return [];
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
    content: unsent.image ? { kind: "image", ...unsent.image } : { kind: "text", text: unsent.words },
  };
}

/** Reads what an earlier page wrote; anything that is not an unsent message is left out. */
export function readUnsent(kept: unknown): Unsent[] {
  return Array.isArray(kept) ? kept.filter(isUnsent) : [];
}

/** A picture that is only in this page has a blob's address. */
export function isStored(url: string): boolean {
  return url !== "" && !url.startsWith("blob:");
}

function isUnsent(value: unknown): value is Unsent {
  if (typeof value !== "object" || value === null) return false;
  return (
    "key" in value &&
    typeof value.key === "string" &&
    "sessionId" in value &&
    typeof value.sessionId === "string" &&
    "at" in value &&
    typeof value.at === "number" &&
    "words" in value &&
    typeof value.words === "string" &&
    (!("image" in value) || value.image === undefined || isImage(value.image))
  );
}

function isImage(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    "url" in value &&
    typeof value.url === "string" &&
    "fileName" in value &&
    typeof value.fileName === "string"
  );
}

/**
 * Reads the data that the server puts into the document: the channel's settings and the words of one language. With it
 * the first screen needs no request. A document served as built has none.
 */
import { isRecord } from "./record";

export type Bootstrap = {
  locale: string;
  /** The data of the channelInfo response. */
  answer: unknown;
  /** By namespace, for i18next. */
  words: Record<string, Record<string, string>>;
};

/** Reads the block; undefined if it is absent or malformed. */
export function readBootstrap(page: Document): Bootstrap | undefined {
  try {
    const first: unknown = JSON.parse(page.getElementById("first")?.textContent ?? "");
    return isBootstrap(first) ? first : undefined;
  } catch {
    return undefined;
  }
}

function isBootstrap(value: unknown): value is Bootstrap {
  if (!isRecord(value) || typeof value.locale !== "string" || !isRecord(value.words)) return false;
  return "answer" in value && Object.values(value.words).every(isRecord);
}

/**
 * What the document brought along: the channel's settings and the words of one language, so that the first screen asks
 * for nothing. Absent where the document was served as it was built.
 */
import { isRecord } from "./record";

export type Bootstrap = {
  locale: string;
  /** channelInfo's answer, as the call would have it. */
  answer: unknown;
  /** By namespace, for i18next. */
  words: Record<string, Record<string, string>>;
};

/** Reads the block, whatever stands there. */
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

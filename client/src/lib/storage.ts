/**
 * Values kept in the browser with the time of writing and a lifetime. If the storage refuses, the same calls work in
 * memory until the page closes.
 */

import { isRecord } from "./record";

/** Protocol, 'What a page keeps': the lifetime of a visitor's id. */
export const IDENTITY_KEPT_MS = 504_000_000;

type Kept = { value: unknown; start: number; keptMs: number };

export type Keeper = {
  /** The value; undefined if it is absent, expired or malformed. */
  read: (key: string, now: number) => unknown;
  write: (key: string, value: unknown, now: number, keptMs: number) => void;
  remove: (key: string) => void;
  /** All keys in the storage and in memory. */
  keys: () => string[];
};

/** The storage of a keeper: the browser's, or one with the same methods. */
export type Shelf = Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem">;

/** A keeper over `storage`; if that is missing or refuses, over memory. */
export function createKeeper(storage: () => Shelf): Keeper {
  const memory = new Map<string, string>();
  const attempt = <T>(use: (storage: Shelf) => T, otherwise: () => T): T => {
    try {
      return use(storage());
    } catch {
      return otherwise();
    }
  };
  return {
    read(key, now) {
      const kept =
        memory.get(key) ??
        attempt(
          (s) => s.getItem(key),
          () => null,
        );
      return kept === null ? undefined : stillGood(kept, now);
    },
    write(key, value, now, keptMs) {
      const kept = JSON.stringify({ value, start: now, keptMs } satisfies Kept);
      attempt(
        (s) => {
          s.setItem(key, kept);
          memory.delete(key);
        },
        () => void memory.set(key, kept),
      );
    },
    remove(key) {
      memory.delete(key);
      attempt(
        (s) => s.removeItem(key),
        () => undefined,
      );
    },
    keys: () => [
      ...memory.keys(),
      ...attempt<string[]>(
        (s) => Array.from({ length: s.length }, (_, at) => s.key(at) ?? ""),
        () => [],
      ),
    ],
  };
}

function stillGood(text: string, now: number): unknown {
  try {
    const kept: unknown = JSON.parse(text);
    if (!isKept(kept)) return undefined;
    // After the clock is set back, a value may come from the future; it counts as fresh.
    return now - kept.start < kept.keptMs ? kept.value : undefined;
  } catch {
    return undefined;
  }
}

function isKept(value: unknown): value is Kept {
  return (
    isRecord(value) && "value" in value && typeof value.start === "number" && typeof value.keptMs === "number"
  );
}

/**
 * Values kept in the browser with the time they were kept and how long they hold. Where nothing keeps them the same
 * calls work in memory, for as long as the page lives.
 */

/** Protocol, 'What a page keeps': how long a visitor's id is kept. */
export const IDENTITY_KEPT_MS = 504_000_000;

type Kept = { value: unknown; start: number; keptMs: number };

export type Keeper = {
  /** The value, unless there is none, its time is over, or it is not what was written. */
  read: (key: string, now: number) => unknown;
  write: (key: string, value: unknown, now: number, keptMs: number) => void;
  remove: (key: string) => void;
  /** Everything that is kept, by whatever page. */
  keys: () => string[];
};

/** What a keeper stands on: the browser's storage, or what does the same. */
export type Shelf = Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem">;

/** A keeper over `storage`; without one, or when one refuses, over memory. */
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
    // A clock set back makes a value look as if it came from the future: it is kept.
    return now - kept.start < kept.keptMs ? kept.value : undefined;
  } catch {
    return undefined;
  }
}

function isKept(value: unknown): value is Kept {
  return (
    typeof value === "object" &&
    value !== null &&
    "value" in value &&
    "start" in value &&
    typeof value.start === "number" &&
    "keptMs" in value &&
    typeof value.keptMs === "number"
  );
}

/**
 * Where unsent messages wait: a record each in IndexedDB, which keeps files too, so that two pages of one visitor never
 * write over each other's. Where storage is denied they wait in memory, for as long as the page lives.
 */
import { createStore, del, entries, set, type UseStore } from "idb-keyval";
import { OUTBOX_KEPT_MS, readUnsent, type Unsent } from "../conversation/outbox";

export type OutboxStore = {
  /** What this visitor has not sent, oldest first; what is too old to be known again is dropped. */
  load: (owner: string, now: number) => Promise<Unsent[]>;
  keep: (owner: string, unsent: Unsent) => Promise<void>;
  drop: (owner: string, key: string) => Promise<void>;
};

export function createOutboxStore(): OutboxStore {
  const memory = new Map<string, Unsent>();
  let store: UseStore | undefined;
  const attempt = async <T>(use: (store: UseStore) => Promise<T>, otherwise: () => T): Promise<T> => {
    try {
      store ??= createStore("frontdesk", "unsent");
      return await use(store);
    } catch {
      return otherwise();
    }
  };
  const nameOf = (owner: string, key: string) => `${owner}&${key}`;
  return {
    async load(owner, now) {
      const kept = await attempt<[IDBValidKey, unknown][]>(
        (s) => entries(s),
        () => [],
      );
      const isOwned = (name: IDBValidKey) => typeof name === "string" && name.startsWith(`${owner}&`);
      const unsent = [...kept, ...memory].flatMap(([name, value]) => {
        const read = readUnsent(value);
        if (read && now - read.at < OUTBOX_KEPT_MS) return isOwned(name) ? [read] : [];
        void attempt(
          (s) => del(name, s),
          () => undefined,
        );
        return [];
      });
      return unsent.sort((one, other) => one.at - other.at);
    },
    keep: (owner, unsent) =>
      attempt(
        (s) => set(nameOf(owner, unsent.key), unsent, s),
        () => void memory.set(nameOf(owner, unsent.key), unsent),
      ),
    async drop(owner, key) {
      memory.delete(nameOf(owner, key));
      await attempt(
        (s) => del(nameOf(owner, key), s),
        () => undefined,
      );
    },
  };
}

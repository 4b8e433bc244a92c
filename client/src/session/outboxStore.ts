/**
 * The store of unsent messages: one record each in IndexedDB, files included, so that two pages of a visitor do not
 * overwrite each other's. If IndexedDB is denied, texts are stored by the keeper, and messages with a file in memory
 * until the page closes.
 */
import { createStore, del, entries, set, type UseStore } from "idb-keyval";
import { OUTBOX_KEPT_MS, readUnsent, type Unsent } from "../conversation/outbox";
import type { Keeper } from "../lib/storage";

export type OutboxStore = {
  /** The visitor's unsent messages, oldest first. Drops those older than `OUTBOX_KEPT_MS`. */
  load: (owner: string, now: number) => Promise<Unsent[]>;
  keep: (owner: string, unsent: Unsent) => Promise<void>;
  drop: (owner: string, key: string) => Promise<void>;
  /** Drops the unsent messages of all of the tenant's visitors. */
  forget: (tenantId: string, now: number) => Promise<void>;
};

/** The prefix of the keeper's keys for unsent messages. */
const SPARE = "unsent&";

export function createOutboxStore(keeper: Keeper): OutboxStore {
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
  const spare = (now: number): [string, unknown][] =>
    keeper
      .keys()
      .filter((name) => name.startsWith(SPARE))
      .map((name) => [name.slice(SPARE.length), keeper.read(name, now)]);
  const keepSpare = (name: string, unsent: Unsent) => {
    if (unsent.file?.content) memory.set(name, unsent);
    else {
      memory.delete(name);
      keeper.write(SPARE + name, unsent, unsent.at, OUTBOX_KEPT_MS);
    }
  };
  const forget = async (name: IDBValidKey) => {
    memory.delete(String(name));
    keeper.remove(SPARE + String(name));
    await attempt(
      (s) => del(name, s),
      () => undefined,
    );
  };
  const all = async (now: number): Promise<[IDBValidKey, unknown][]> => [
    ...(await attempt<[IDBValidKey, unknown][]>(
      (s) => entries(s),
      () => [],
    )),
    ...spare(now),
    ...memory,
  ];
  const isOf = (owner: string, name: IDBValidKey) => String(name).startsWith(`${owner}&`);
  return {
    async load(owner, now) {
      const unsent = (await all(now)).flatMap(([name, value]) => {
        const read = readUnsent(value);
        if (read && now - read.at < OUTBOX_KEPT_MS) return isOf(owner, name) ? [read] : [];
        void forget(name);
        return [];
      });
      return unsent.sort((one, other) => one.at - other.at);
    },
    keep: (owner, unsent) => {
      const name = nameOf(owner, unsent.key);
      return attempt(
        (s) => set(name, unsent, s),
        () => keepSpare(name, unsent),
      );
    },
    drop: (owner, key) => forget(nameOf(owner, key)),
    async forget(tenantId, now) {
      const names = (await all(now)).map(([name]) => name).filter((name) => isOf(tenantId, name));
      await Promise.all(names.map(forget));
    },
  };
}

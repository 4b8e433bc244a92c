/** Stores messages that the server has not acknowledged, and restores those of earlier pages. */
import { entryOfUnsent, type Unsent, unsentOf } from "../conversation/outbox";
import type { Entry } from "../conversation/types";
import type { OutboxStore } from "./outboxStore";
import type { Visit } from "./visit";

/** The files of messages that are not uploaded yet, by message key. */
export type Files = { get: (key: string) => File | undefined; set: (key: string, file: File) => unknown };

export type Outbox = {
  /** Puts unsent messages of earlier pages into the conversation. After that, the store follows the conversation. */
  takeUp: () => Promise<void>;
  /** Stores the changes of the conversation. */
  follow: (entries: readonly Entry[]) => void;
};

export function createOutbox(visit: Visit, store: OutboxStore, files: Files): Outbox {
  /** This page's messages in the store, by key. */
  let held = new Map<string, Unsent>();
  const owner = () => `${visit.channel.tenantId}&${visit.who.userId}`;

  const follow = (entries: readonly Entry[]) => {
    if (!visit.hasTakenUpUnsent) return;
    const unsent = new Map(unsentOf(entries, (key) => files.get(key)).map((each) => [each.key, each]));
    for (const [key, each] of unsent) if (!isSame(held.get(key), each)) void store.keep(owner(), each);
    for (const key of held.keys()) if (!unsent.has(key)) void store.drop(owner(), key);
    held = unsent;
  };

  return {
    follow,
    async takeUp() {
      const now = visit.clock.now();
      held = new Map();
      for (const unsent of await store.load(owner(), now)) {
        const { entries, sessionId } = visit.conversation();
        held.set(unsent.key, unsent);
        if (entries.some(({ key }) => key === unsent.key)) continue;
        if (unsent.file?.content) files.set(unsent.key, unsent.file.content);
        visit.change({ kind: "written", entry: entryOfUnsent(unsent, sessionId, now) });
      }
      visit.hasTakenUpUnsent = true;
      follow(visit.conversation().entries);
    },
  };
}

function isSame(one: Unsent | undefined, other: Unsent): boolean {
  return one?.file?.url === other.file?.url && one?.key === other.key;
}

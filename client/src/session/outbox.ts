/** Keeps what the visitor wrote and the server has not confirmed, and takes up what earlier pages left. */
import { entryOfUnsent, type Unsent, unsentOf } from "../conversation/outbox";
import type { Entry } from "../conversation/types";
import type { OutboxStore } from "./outboxStore";
import type { Visit } from "./visit";

/** The files of messages that are still in this page alone. */
export type Files = { get: (key: string) => File | undefined; set: (key: string, file: File) => unknown };

export type Outbox = {
  /** Puts unsent messages of earlier pages into the conversation; from then on it is what is kept. */
  takeUp: () => Promise<void>;
  /** The conversation has changed. */
  follow: (entries: readonly Entry[]) => void;
};

export function createOutbox(visit: Visit, store: OutboxStore, files: Files): Outbox {
  /** What the store holds of this page's, by key. */
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

/** Tells the server how far the visitor has read, while somebody looks at the page: msgComplete, Protocol, 'Talking'. */
import { ApiError } from "../api/http";
import type { VisitorEvent } from "../wire/event";
import type { Visit } from "./visit";

/** Several messages at once are one mark. */
const GATHER_MS = 300;

export type Reader = {
  /** A new chat: what is up to `cursor` has been shown. */
  begin: (cursor: number) => void;
  heard: (event: VisitorEvent) => void;
  seen: (isSeen: boolean) => void;
};

export function createReader(visit: Visit, over: AbortSignal): Reader {
  let isSeen = true;
  let last = 0;
  let marked = 0;
  let isGathering = false;

  const mark = async () => {
    if (isGathering || !isSeen || last <= marked) return;
    isGathering = true;
    await visit.clock.sleep(GATHER_MS, over);
    isGathering = false;
    if (over.aborted || !isSeen) return;
    marked = last;
    try {
      await visit.api.markRead(visit.who.userId, visit.who.pollId, last);
    } catch (cause) {
      // A mark may lag: the next one takes this one with it.
      if (!(cause instanceof ApiError)) throw cause;
    }
  };

  return {
    begin(cursor) {
      last = cursor;
      marked = 0;
      void mark();
    },
    heard(event) {
      if (event.kind !== "message" || event.message.sender === "visitor") return;
      last = event.seq ?? last;
      if (event.message.sender !== "system" && !event.message.isSensitive) visit.onHeard();
      void mark();
    },
    seen(seen) {
      isSeen = seen;
      void mark();
    },
  };
}

/** Tells the server how far the visitor has read, while they look at the page: msgComplete, Protocol, 'Talking'. */
import { ApiError } from "../api/http";
import type { VisitorEvent } from "../wire/event";
import type { Visit } from "./visit";

/** Messages within this time share one msgComplete. */
const GATHER_MS = 300;

export type Reader = {
  /** Begins a session whose messages up to `cursor` are shown. */
  begin: (cursor: number) => void;
  onEvent: (event: VisitorEvent) => void;
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
      // The next mark includes this one.
      if (!(cause instanceof ApiError)) throw cause;
    }
  };

  return {
    begin(cursor) {
      last = cursor;
      marked = 0;
      void mark();
    },
    onEvent(event) {
      if (event.kind !== "message" || event.message.sender === "visitor") return;
      last = event.seq ?? last;
      if (event.message.sender !== "system" && !event.message.isSensitive) visit.onMessage();
      void mark();
    },
    seen(seen) {
      isSeen = seen;
      void mark();
    },
  };
}

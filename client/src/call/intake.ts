/**
 * Holds the call events of a poll until the caller code is loaded. It drops calls that already ended: a page that reads
 * a whole log again must not ring for them.
 */
import type { CallNews } from "../wire/call";

export type CallEvent = { news: CallNews; partner: string };

export type Intake = (event: CallEvent) => void;

/** `ready` loads the listener. Events that arrive meanwhile are passed on together. */
export function createIntake(
  ready: () => Promise<{ receive: (news: CallNews, partner: string) => void }>,
): Intake {
  let gathered: CallEvent[] = [];
  return (event) => {
    gathered.push(event);
    if (gathered.length > 1) return;
    ready().then(
      ({ receive }) => {
        const all = gathered;
        gathered = [];
        for (const { news, partner } of stillOpen(all)) receive(news, partner);
      },
      // The caller code could not be loaded, so the other side's call goes unanswered.
      () => {
        gathered = [];
      },
    );
  };
}

/** Returns the events without the calls that both begin and end in this batch. */
export function stillOpen(all: readonly CallEvent[]): readonly CallEvent[] {
  const ids = (step: (news: CallNews) => boolean) =>
    new Set(all.filter(({ news }) => step(news)).map(({ news }) => news.callId));
  const begun = ids((news) => news.step === "invited");
  const over = ids((news) => news.step === "declined" || news.step === "ended");
  return all.filter(({ news }) => !(begun.has(news.callId) && over.has(news.callId)));
}

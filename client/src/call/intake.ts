/**
 * What a poll tells of calls, until whoever makes calls is fetched; and nothing of calls that were over before anybody
 * looked: a page that reads a whole log again does not ring for them.
 */
import type { CallNews } from "../wire/call";

export type Told = { news: CallNews; partner: string };

export type Intake = (told: Told) => void;

/** `ready` answers whoever hears; what is told in one go is handed on together. */
export function createIntake(
  ready: () => Promise<{ hear: (news: CallNews, partner: string) => void }>,
): Intake {
  let gathered: Told[] = [];
  return (told) => {
    gathered.push(told);
    if (gathered.length > 1) return;
    ready().then(
      ({ hear }) => {
        const all = gathered;
        gathered = [];
        for (const { news, partner } of stillOpen(all)) hear(news, partner);
      },
      // What makes calls could not be fetched: the other side hears nobody answer.
      () => {
        gathered = [];
      },
    );
  };
}

/** Without the calls that begin and end in here. */
export function stillOpen(all: readonly Told[]): readonly Told[] {
  const ids = (step: (news: CallNews) => boolean) =>
    new Set(all.filter(({ news }) => step(news)).map(({ news }) => news.callId));
  const begun = ids((news) => news.step === "invited");
  const over = ids((news) => news.step === "declined" || news.step === "ended");
  return all.filter(({ news }) => !(begun.has(news.callId) && over.has(news.callId)));
}

import { clockTime } from "../../lib/time";

/** Today's time of day, or a short date; with the year if it is another one. */
export function dayOrTime(at: number, now: number, language: string): string {
  const [then, today] = [new Date(at), new Date(now)];
  if (then.toDateString() === today.toDateString()) return clockTime(at, language);
  const year = then.getFullYear() === today.getFullYear() ? {} : ({ year: "numeric" } as const);
  return new Intl.DateTimeFormat(language, { day: "numeric", month: "short", ...year }).format(then);
}

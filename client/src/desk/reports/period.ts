/** The period of a report, as days of the tenant's time zone. */

export const PERIODS = ["today", "yesterday", "days7", "days30", "month", "lastMonth", "own"] as const;
export type PeriodName = (typeof PERIODS)[number];

/** The first and the last day, both counted. */
export type Days = { from: string; to: string };

/** Protocol, 'Reports': the most days of a report. */
export const DAYS_MAX = 400;
const DAY_MS = 86_400_000;

/** Returns the day in a time zone; in this browser's, if the zone is not known. */
export function dayIn(zone: string, now: number): string {
  const parts = (timeZone: string | undefined) =>
    new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(
      now,
    );
  try {
    return parts(zone === "" ? undefined : zone);
  } catch {
    return parts(undefined);
  }
}

/** Returns what writes a time in a time zone; in this browser's, if the zone is not known. */
export function timeIn(zone: string, language: string): Intl.DateTimeFormat {
  const format = (timeZone: string | undefined) =>
    new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone });
  try {
    return format(zone === "" ? undefined : zone);
  } catch {
    return format(undefined);
  }
}

/** Returns the days of a named period that ends today, or, of an own one, the days that were chosen. */
export function daysOf(name: PeriodName, today: string, own: Days): Days {
  const back = (days: number) => shifted(today, -days);
  const month = `${today.slice(0, 8)}01`;
  switch (name) {
    case "today":
      return { from: today, to: today };
    case "yesterday":
      return { from: back(1), to: back(1) };
    case "days7":
      return { from: back(6), to: today };
    case "days30":
      return { from: back(29), to: today };
    case "month":
      return { from: month, to: today };
    case "lastMonth": {
      const to = shifted(month, -1);
      return { from: `${to.slice(0, 8)}01`, to };
    }
    case "own":
      return own;
    default:
      return name satisfies never;
  }
}

/** What is wrong with chosen days; undefined if nothing is. */
export function faultOf({ from, to }: Days): "empty" | "backwards" | "long" | undefined {
  if (!isDay(from) || !isDay(to)) return "empty";
  if (to < from) return "backwards";
  return span({ from, to }) > DAYS_MAX ? "long" : undefined;
}

/** How many days a period has. */
export function span({ from, to }: Days): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** Returns the days of a period, in order. */
export function daysIn({ from, to }: Days): readonly string[] {
  return Array.from({ length: span({ from, to }) }, (_, at) => shifted(from, at));
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && Number.isFinite(Date.parse(text));
}

function shifted(day: string, by: number): string {
  return new Date(Date.parse(day) + by * DAY_MS).toISOString().slice(0, 10);
}

/** Working hours as they are written: Protocol, 'Values in files'. */
import * as v from "valibot";

export const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Day = (typeof DAYS)[number];

export type Span = readonly [from: string, to: string];
export type Hours = {
  timeZone: string;
  week: Readonly<Record<string, readonly Span[]>>;
  holidays: readonly string[];
  extra: Readonly<Record<string, readonly Span[]>>;
};

const span = v.pipe(
  v.array(v.string()),
  v.transform(([from = "", to = ""]): Span => [from, to]),
);
const spans = v.array(span);
const hours = v.object({
  timeZone: v.optional(v.string(), ""),
  week: v.optional(v.record(v.string(), spans), {}),
  holidays: v.optional(v.array(v.string()), []),
  extra: v.optional(v.record(v.string(), spans), {}),
});

/** The hours; undefined if there are none. */
export function hoursOf(value: unknown): Hours | undefined {
  const read = v.safeParse(hours, value);
  return read.success ? read.output : undefined;
}

/** Nine to six from Monday to Friday, in the browser's time zone. */
export function usualHours(): Hours {
  const workdays = DAYS.slice(0, 5).map((day): [Day, Span[]] => [day, [["09:00", "18:00"]]]);
  return {
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    week: Object.fromEntries(workdays),
    holidays: [],
    extra: {},
  };
}

/** Whether the hours are open at a time; undefined if the time zone is unknown. */
export function isOpenAt(open: Hours, at: number): boolean | undefined {
  const moment = localMoment(open.timeZone, at);
  if (!moment) return undefined;
  const spansOfDay =
    open.extra[moment.date] ?? (open.holidays.includes(moment.date) ? [] : (open.week[moment.day] ?? []));
  return spansOfDay.some(([from, to]) => from <= moment.time && moment.time < to);
}

function localMoment(timeZone: string, at: number): { date: string; day: Day; time: string } | undefined {
  try {
    const parts = new Intl.DateTimeFormat("en-CA", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      weekday: "short",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    }).formatToParts(at);
    const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
    const day = DAYS.find((one) => part("weekday").toLowerCase().startsWith(one)) ?? "mon";
    return {
      date: `${part("year")}-${part("month")}-${part("day")}`,
      day,
      time: `${part("hour")}:${part("minute")}`,
    };
  } catch {
    return undefined;
  }
}

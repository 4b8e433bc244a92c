/** What a chart shows of each row, and what the numbers say. */
import type { Division, Numbers, ReportRow, Spans } from "../../wire/report";
import { type Days, daysIn } from "./period";

export const MEASURES = [
  "sessions",
  "asked",
  "missed",
  "waiting",
  "firstAnswer",
  "nextAnswer",
  "resolution",
  "stars",
] as const;
export type Measure = (typeof MEASURES)[number];

/** Fewer conversations than these say little: they are shown in grey. */
export const FEW = 20;

/** How a measure is written. */
export function kindOf(measure: Measure): "count" | "span" | "stars" {
  if (measure === "stars") return "stars";
  return ["waiting", "firstAnswer", "nextAnswer", "resolution"].includes(measure) ? "span" : "count";
}

/** The value of a measure, and the number of conversations behind it; undefined if there is none. */
export function measured(measure: Measure, numbers: Numbers): { value: number; of: number } | undefined {
  switch (measure) {
    case "sessions":
    case "asked":
      return { value: numbers[measure], of: numbers.sessions };
    case "missed":
      return { value: numbers.missed + numbers.abandoned, of: numbers.asked };
    case "waiting":
    case "firstAnswer":
    case "nextAnswer":
    case "resolution": {
      const { median, count } = numbers[measure];
      return median === undefined ? undefined : { value: median, of: count };
    }
    case "stars":
      return numbers.ratings > 0
        ? { value: numbers.stars / numbers.ratings, of: numbers.ratings }
        : undefined;
    default:
      return measure satisfies never;
  }
}

/** Whether the conversations of a row can be listed: those of no group, agent or tag cannot be asked for. */
export function isListed({ key, numbers }: ReportRow): boolean {
  return numbers.sessions > 0 && key !== "";
}

/** The share within the target, 0 to 1; undefined without a target or without conversations. */
export function shareWithin({ count, withinTarget }: Spans): number | undefined {
  return withinTarget === undefined || count === 0 ? undefined : withinTarget / count;
}

/** A share, 0 to 1; undefined of nothing. */
export function share(part: number, all: number): number | undefined {
  return all > 0 ? part / all : undefined;
}

/** The change from the days before, as a share of them; undefined if there were none. */
export function changeOf(now: number, before: number): number | undefined {
  return before > 0 ? (now - before) / before : undefined;
}

/** Days and hours in order, with those that have no session; other rows by their number of sessions. */
export function inOrder(rows: readonly ReportRow[], by: Division, days: Days): readonly ReportRow[] {
  if (by === "day") return filled(rows, daysIn(days));
  if (by === "hour")
    return filled(
      rows,
      Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0")),
    );
  return rows.toSorted(
    (one, other) => other.numbers.sessions - one.numbers.sessions || (one.key < other.key ? -1 : 1),
  );
}

function filled(rows: readonly ReportRow[], keys: readonly string[]): readonly ReportRow[] {
  const byKey = new Map(rows.map((row) => [row.key.padStart(2, "0"), row]));
  return keys.map((key) => ({ ...(byKey.get(key) ?? { name: "", numbers: NOTHING }), key }));
}

export const NO_SPANS: Spans = { count: 0, median: undefined, p90: undefined, withinTarget: undefined };

/** The numbers of no session. */
export const NOTHING: Numbers = {
  sessions: 0,
  asked: 0,
  answered: 0,
  missed: 0,
  abandoned: 0,
  waiting: NO_SPANS,
  firstAnswer: NO_SPANS,
  nextAnswer: NO_SPANS,
  resolution: NO_SPANS,
  robotAsked: 0,
  robotResolved: 0,
  robotAnswers: 0,
  robotUnknown: 0,
  ratings: 0,
  stars: 0,
  solved: 0,
  rescues: 0,
};

/** A round top of a scale that is not below the value. */
export function topOf(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((one) => one * power >= value) ?? 10;
  return step * power;
}

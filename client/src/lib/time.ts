/** Times formatted in the reader's time zone and language. */

/** Hours and minutes. */
export function clockTime(at: number, language: string): string {
  return formatOf("clock", language).format(at);
}

/** MM-dd HH:mm:ss, the full time of a message in the chat (Protocol, 'Times of the pages'). */
export function fullTime(at: number): string {
  const time = new Date(at);
  return `${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
}

/** yyyy-MM-dd HH:mm:ss, a time outside the chat (Protocol, 'Times of the pages'). */
export function wholeTime(at: number): string {
  return `${String(new Date(at).getFullYear()).padStart(4, "0")}-${fullTime(at)}`;
}

/** A playback position as m:ss. */
export function playTime(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${two(whole % 60)}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}

/** The name of a day: today, yesterday, or its date. */
export function dayName(
  at: number,
  now: number,
  language: string,
  labels: { today: string; yesterday: string },
): string {
  const days = Math.round((midnight(now) - midnight(at)) / 86_400_000);
  if (days === 0) return labels.today;
  if (days === 1) return labels.yesterday;
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return formatOf(isThisYear ? "day" : "dayOfYear", language).format(at);
}

const FORMATS = {
  clock: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  day: { day: "numeric", month: "long", weekday: "long" },
  dayOfYear: { day: "numeric", month: "long", year: "numeric" },
} as const;

/** Creating a format is much slower than using it, so there is one per kind and language. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(kind: keyof typeof FORMATS, language: string): Intl.DateTimeFormat {
  const name = `${kind} ${language}`;
  const known = formats.get(name) ?? new Intl.DateTimeFormat(language, FORMATS[kind]);
  formats.set(name, known);
  return known;
}

function midnight(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

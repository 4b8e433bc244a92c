import type { ExpectedWait } from "../../wire/session";

const MINUTE_MS = 60_000;

/** A range of waiting in whole minutes, as `3–5 minutes`: at least one, rounded so that it promises no less. */
export function waitWords({ from, to }: NonNullable<ExpectedWait>, language: string): string {
  const minutes = new Intl.NumberFormat(language, { style: "unit", unit: "minute", unitDisplay: "long" });
  const most = Math.max(1, Math.ceil(to / MINUTE_MS));
  const least = Math.min(most, Math.max(1, Math.floor(from / MINUTE_MS)));
  return least === most ? minutes.format(most) : minutes.formatRange(least, most);
}

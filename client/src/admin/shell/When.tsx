import { useTranslation } from "react-i18next";
import { languageTag } from "../../i18n/tags";
import { systemClock as clock } from "../../lib/clock";
import { wholeTime } from "../../lib/time";

const STEPS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** How long ago something was; the exact time on hover. */
export function When({ at }: { at: number }) {
  const { i18n } = useTranslation();
  const format = new Intl.RelativeTimeFormat(languageTag(i18n.language), { numeric: "auto" });
  const past = Math.max(0, clock.now() - at);
  const [unit, size] = STEPS.find(([, ms]) => past >= ms) ?? (["minute", 60_000] as const);
  return (
    <time dateTime={new Date(at).toISOString()} title={wholeTime(at)}>
      {format.format(-Math.floor(past / size), unit)}
    </time>
  );
}

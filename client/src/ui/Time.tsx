import { useTranslation } from "react-i18next";
import { clockTime, fullTime } from "../lib/time";

export type TimeProps = {
  /** Milliseconds since the epoch. */
  at: number;
};

/** Hours and minutes; the whole time to the second when pointed at. */
export function Time({ at }: TimeProps) {
  const { i18n } = useTranslation();
  return (
    <time dateTime={new Date(at).toISOString()} title={fullTime(at)}>
      {clockTime(at, languageOf(i18n.language))}
    </time>
  );
}

/** The locale's own code is no tag of a language where it is `tw`. */
function languageOf(locale: string): string {
  return locale === "tw" ? "zh-TW" : locale;
}

import { useTranslation } from "react-i18next";
import { languageTag } from "../i18n/tags";
import { clockTime, fullTime } from "../lib/time";

export type TimeProps = {
  /** Milliseconds since the epoch. */
  at: number;
  /** Shows day and time to the second, as Protocol, 'Times of the pages' requires in a chat. */
  isFull?: boolean;
};

/** Shows hours and minutes, with the full time on hover; or the full time directly. */
export function Time({ at, isFull = false }: TimeProps) {
  const { i18n } = useTranslation();
  return (
    <time dateTime={new Date(at).toISOString()} title={fullTime(at)}>
      {isFull ? <bdi dir="ltr">{fullTime(at)}</bdi> : clockTime(at, languageTag(i18n.language))}
    </time>
  );
}

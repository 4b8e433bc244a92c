import { useTranslation } from "react-i18next";

const MINUTE_S = 60;
const HOUR_S = 3600;

/** Returns what writes a span for people: `7 s`, `4:31`, `2 h 05`. */
export function useSpan(): (ms: number) => string {
  const { t } = useTranslation("desk");
  return (ms) => {
    const seconds = Math.max(0, Math.round(ms / 1000));
    if (seconds < MINUTE_S) return t("span_seconds", { count: seconds });
    const rest = (value: number) => String(value).padStart(2, "0");
    if (seconds < HOUR_S) return `${Math.floor(seconds / MINUTE_S)}:${rest(seconds % MINUTE_S)}`;
    const hours = Math.floor(seconds / HOUR_S);
    return t("span_hours", { hours, minutes: rest(Math.floor((seconds % HOUR_S) / MINUTE_S)) });
  };
}

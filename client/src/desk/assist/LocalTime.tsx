import { useTranslation } from "react-i18next";
import { useNow } from "../useNow";
import { Pairs } from "./Pairs";

/** Shows what time it is where the visitor is. */
export function LocalTime({ zone }: { zone: string }) {
  const { t, i18n } = useTranslation("desk");
  const now = useNow();
  const time = timeIn(zone, now, i18n.language);
  return time === "" ? null : <Pairs pairs={[{ name: t("fact_time"), value: `${time} · ${zone}` }]} />;
}

/** Returns weekday and time; empty for a zone that this browser does not know. */
export function timeIn(zone: string, at: number, language: string): string {
  if (zone === "") return "";
  try {
    const format = { weekday: "short", hour: "2-digit", minute: "2-digit", timeZone: zone } as const;
    return new Intl.DateTimeFormat(language, format).format(at);
  } catch {
    return "";
  }
}

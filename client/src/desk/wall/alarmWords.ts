/** What an alarm says. */
import type { TFunction } from "i18next";
import type { Alarm } from "../../wire/wall";

/** Returns the alarm as a sentence; `group` is the name of its group, `span` writes a time for people. */
export function alarmWords(
  { kind, value }: Alarm,
  group: string,
  t: TFunction<"desk">,
  span: (ms: number) => string,
): string {
  return kind === "oldestWait"
    ? t("alarm_oldestWait", { group, time: span(value * 1000) })
    : t(`alarm_${kind}`, { group, count: value });
}

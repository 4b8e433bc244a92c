import { Clock, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Alarm, WallGroup } from "../../wire/wall";
import { alarmWords } from "./alarmWords";
import { useSpan } from "./useSpan";
import styles from "./Wall.module.css";
import { isRed } from "./wall";

/** What passes the tenant's thresholds: with an icon and in words, never by colour alone. It is announced as it comes. */
export function Alarms({ alarms, groups }: { alarms: readonly Alarm[]; groups: readonly WallGroup[] }) {
  const { t } = useTranslation("desk");
  const span = useSpan();
  return (
    <ul className={styles.alarms} aria-label={t("wall_alarms")} aria-live="polite">
      {alarms.map(({ kind, groupId, value }) => {
        const Icon = isRed(kind) ? TriangleAlert : Clock;
        const group = groups.find(({ id }) => id === groupId)?.name || t("wall_everybody");
        return (
          <li key={`${kind}-${groupId}`} data-tone={isRed(kind) ? "red" : "amber"}>
            <Icon size={20} aria-hidden />
            <span>{alarmWords({ kind, groupId, value }, group, t, span)}</span>
          </li>
        );
      })}
    </ul>
  );
}

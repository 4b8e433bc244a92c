import { Clock, TriangleAlert, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { clockTime } from "../../lib/time";
import { useAtomValue, useSetAtom } from "../../state/jotai";
import { IconButton } from "../../ui/IconButton";
import type { Group } from "../../wire/account";
import type { DeskAlarm } from "../../wire/wall";
import { groupName } from "../names";
import { alarmsAtom, putAwayAlarmAtom } from "../state/alarms.atoms";
import styles from "./AlarmNotices.module.css";
import { alarmWords } from "./alarmWords";
import { useSpan } from "./useSpan";
import { isRed } from "./wall";

/** The thresholds that were passed, each with a way to the wall. */
export function AlarmList({ groups }: { groups: readonly Group[] }) {
  const { t } = useTranslation("desk");
  const alarms = useAtomValue(alarmsAtom);
  return (
    <section className={styles.region} aria-label={t("wall_alarms")}>
      {alarms.map((alarm) => (
        <AlarmNotice key={`${alarm.kind}-${alarm.groupId}`} alarm={alarm} groups={groups} />
      ))}
    </section>
  );
}

function AlarmNotice({ alarm, groups }: { alarm: DeskAlarm; groups: readonly Group[] }) {
  const { t, i18n } = useTranslation("desk");
  const span = useSpan();
  const putAway = useSetAtom(putAwayAlarmAtom);
  const { kind, groupId, at } = alarm;
  const Icon = isRed(kind) ? TriangleAlert : Clock;
  const group = groupId === "" ? t("wall_everybody") : groupName(groups, groupId);
  return (
    <div className={styles.notice} data-tone={isRed(kind) ? "red" : "amber"}>
      <Icon size={18} aria-hidden />
      <p>
        <span>{alarmWords(alarm, group, t, span)}</span>
        <small>
          <time dateTime={new Date(at).toISOString()}>{clockTime(at, i18n.language)}</time>
          <Link href="/wall">{t("alarm_open_wall")}</Link>
        </small>
      </p>
      <IconButton label={t("close")} icon={<X size={16} />} onClick={() => putAway(alarm)} />
    </div>
  );
}

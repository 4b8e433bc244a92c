import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSetAtom } from "../../state/jotai";
import { Input } from "../../ui/Input";
import type { Group } from "../../wire/account";
import { Choice, Labelled } from "../search/Choice";
import { DAYS_MAX, PERIODS } from "./period";
import styles from "./Reports.module.css";
import { channelsOfAtom } from "./reports.atoms";
import type { ChosenPeriod } from "./usePeriod";

export type PeriodFormProps = {
  chosen: ChosenPeriod;
  groups: readonly Group[];
  /** Whether the report can be limited to a channel. */
  hasChannels: boolean;
};

/** Chooses the days, the group and the channel of a report. */
export function PeriodForm({ chosen, groups, hasChannels }: PeriodFormProps) {
  const { t } = useTranslation("desk");
  const { name, setName, setDays, setChannel, setGroup, period, fault } = chosen;
  const channels = useChannels(chosen);
  const ids = [...new Set([...channels, period.channelId])].filter((id) => id !== "");
  return (
    <search className={styles.form} aria-label={t("reports_choose")}>
      <Choice
        label={t("reports_period")}
        value={name}
        onValue={(value) => setName(PERIODS.find((one) => one === value) ?? "days7")}
        options={PERIODS.map((one) => [one, t(`period_${one}`)] as const)}
      />
      {name === "own" ? (
        <>
          <Day
            label={t("reports_from")}
            value={period.from}
            onValue={(from) => setDays({ from, to: period.to })}
          />
          <Day
            label={t("reports_to")}
            value={period.to}
            onValue={(to) => setDays({ from: period.from, to })}
          />
        </>
      ) : null}
      <Choice
        label={t("search_group")}
        value={period.groupId}
        onValue={setGroup}
        options={[["", t("search_any")], ...groups.map(({ id, name }) => [id, name] as const)]}
      />
      <Choice
        label={t("search_channel")}
        value={hasChannels ? period.channelId : ""}
        isDisabled={!hasChannels}
        onValue={setChannel}
        options={[["", t("search_any")], ...ids.map((id) => [id, id] as const)]}
      />
      {fault ? (
        <p role="alert" className={styles.fault}>
          {t(`reports_fault_${fault}`, { count: DAYS_MAX })}
        </p>
      ) : null}
    </search>
  );
}

function Day({ label, value, onValue }: { label: string; value: string; onValue: (day: string) => void }) {
  return (
    <Labelled label={label}>
      {(id) => (
        <Input id={id} type="date" required value={value} onChange={(event) => onValue(event.target.value)} />
      )}
    </Labelled>
  );
}

/** The channels that had sessions in the period. */
function useChannels({ period, fault }: ChosenPeriod): readonly string[] {
  const ask = useSetAtom(channelsOfAtom);
  const [channels, setChannels] = useState<readonly string[]>([]);
  const { from, to } = period;
  useEffect(() => {
    if (fault) return;
    const leaving = new AbortController();
    const asked = { from, to, channelId: "", groupId: "" };
    void ask({ period: asked, signal: leaving.signal }).then((found) => {
      if (found && !leaving.signal.aborted) setChannels(found);
    });
    return () => leaving.abort();
  }, [ask, from, to, fault]);
  return channels;
}

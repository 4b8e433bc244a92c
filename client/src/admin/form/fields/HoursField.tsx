import { Plus, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { languageTag } from "../../../i18n/tags";
import { Button } from "../../../ui/Button";
import { IconButton } from "../../../ui/IconButton";
import { useField } from "../editor";
import { FieldFrame } from "../FieldFrame";
import { DAYS, type Hours, hoursOf, isOpenAt, type Span, usualHours } from "../hours";
import type { FieldProps } from "../specs";
import { useSpecWords } from "../useSpecWords";
import styles from "./HoursField.module.css";
import { TimeZoneInput } from "./TimeZoneInput";

/** A Monday, to name the days by. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;

/** Working hours: a week, holidays, and days with hours of their own. Without any, always open. */
export function HoursField({ spec, path }: FieldProps<"hours">) {
  const { t, i18n } = useTranslation("admin");
  const words = useSpecWords(spec);
  const { value, change, fault, inner } = useField(path);
  const hours = hoursOf(value);
  const first = inner[0];
  const set = (part: Partial<Hours>) => change({ ...(hours ?? usualHours()), ...part });
  const nameOf = (at: number) =>
    new Intl.DateTimeFormat(languageTag(i18n.language), { weekday: "long", timeZone: "UTC" }).format(
      MONDAY + at * DAY_MS,
    );
  return (
    <FieldFrame {...words} fault={fault ?? (first && `${first.field}: ${first.message}`)} isGroup>
      {() =>
        hours ? (
          <div className={styles.hours}>
            <OpenNow hours={hours} />
            <TimeZoneInput value={hours.timeZone} onChange={(timeZone) => set({ timeZone })} />
            {DAYS.map((day, at) => (
              <DayRow
                key={day}
                name={nameOf(at)}
                spans={hours.week[day] ?? []}
                onChange={(spans) => set({ week: { ...hours.week, [day]: spans } })}
              />
            ))}
            <Dates
              title={t("hours_holidays")}
              empty={t("hours_holidays_none")}
              dates={hours.holidays}
              onChange={(holidays) => set({ holidays })}
            />
            <ExtraDays extra={hours.extra} onChange={(extra) => set({ extra })} />
            <Button look="quiet" size="small" onClick={() => change(null)}>
              {t("hours_clear")}
            </Button>
          </div>
        ) : (
          <div className={styles.hours}>
            <p className={styles.always}>{t("hours_none")}</p>
            <Button look="outline" size="small" onClick={() => change(usualHours())}>
              {t("hours_set")}
            </Button>
          </div>
        )
      }
    </FieldFrame>
  );
}

function OpenNow({ hours }: { hours: Hours }) {
  const { t } = useTranslation("admin");
  const isOpen = isOpenAt(hours, Date.now());
  if (isOpen === undefined) return null;
  return (
    <p className={styles.now} data-open={isOpen ? "" : undefined}>
      {t(isOpen ? "hours_open_now" : "hours_closed_now")}
    </p>
  );
}

type DayRowProps = { name: string; spans: readonly Span[]; onChange: (spans: readonly Span[]) => void };

/** One day: closed, or one or more spans. */
function DayRow({ name, spans, onChange }: DayRowProps) {
  const { t } = useTranslation("admin");
  const put = (at: number, end: 0 | 1, time: string) =>
    onChange(
      spans.map((span, place) => (place === at ? (end === 0 ? [time, span[1]] : [span[0], time]) : span)),
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of the week grid
    <div role="group" aria-label={name} className={styles.day}>
      <span className={styles.dayName}>{name}</span>
      <span className={styles.spans}>
        {spans.length === 0 ? <span className={styles.closed}>{t("hours_closed")}</span> : null}
        {spans.map(([from, to], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: spans have no ids
          <span key={at} className={styles.span}>
            <input
              type="time"
              aria-label={t("hours_from")}
              value={from}
              onChange={(event) => put(at, 0, event.target.value)}
            />
            <span aria-hidden="true">–</span>
            <input
              type="time"
              aria-label={t("hours_to")}
              value={to === "24:00" ? "23:59" : to}
              onChange={(event) => put(at, 1, event.target.value)}
            />
            <IconButton
              label={t("hours_remove_span", { day: name })}
              icon={<X size={16} />}
              onClick={() => onChange(spans.filter((_span, place) => place !== at))}
            />
          </span>
        ))}
      </span>
      <IconButton
        label={t("hours_add_span", { day: name })}
        icon={<Plus size={16} />}
        onClick={() => onChange([...spans, spans.length === 0 ? ["09:00", "18:00"] : ["19:00", "21:00"]])}
      />
    </div>
  );
}

type DatesProps = {
  title: string;
  empty: string;
  dates: readonly string[];
  onChange: (dates: readonly string[]) => void;
};

/** Single days. */
function Dates({ title, empty, dates, onChange }: DatesProps) {
  const { t } = useTranslation("admin");
  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of the field
    <div role="group" aria-label={title} className={styles.dates}>
      <span className={styles.dayName}>{title}</span>
      {dates.length === 0 ? <span className={styles.closed}>{empty}</span> : null}
      {dates.map((date) => (
        <span key={date} className={styles.span}>
          <span>{date}</span>
          <IconButton
            label={t("hours_remove_date", { date })}
            icon={<X size={16} />}
            onClick={() => onChange(dates.filter((one) => one !== date))}
          />
        </span>
      ))}
      <NewDate
        label={t("hours_add_date")}
        onAdd={(date) => onChange([...new Set([...dates, date])].sort())}
      />
    </div>
  );
}

type ExtraDaysProps = {
  extra: Hours["extra"];
  onChange: (extra: Hours["extra"]) => void;
};

/** Days whose hours differ from their weekday's. */
function ExtraDays({ extra, onChange }: ExtraDaysProps) {
  const { t } = useTranslation("admin");
  return (
    // biome-ignore lint/a11y/useSemanticElements: a part of the field
    <div role="group" aria-label={t("hours_extra")} className={styles.dates}>
      <span className={styles.dayName}>{t("hours_extra")}</span>
      {Object.entries(extra).map(([date, spans]) => (
        <span key={date} className={styles.extra}>
          <DayRow name={date} spans={spans} onChange={(changed) => onChange({ ...extra, [date]: changed })} />
          <IconButton
            label={t("hours_remove_date", { date })}
            icon={<X size={16} />}
            onClick={() =>
              onChange(Object.fromEntries(Object.entries(extra).filter(([one]) => one !== date)))
            }
          />
        </span>
      ))}
      <NewDate
        label={t("hours_add_extra")}
        onAdd={(date) => onChange({ ...extra, [date]: extra[date] ?? [["09:00", "12:00"]] })}
      />
    </div>
  );
}

function NewDate({ label, onAdd }: { label: string; onAdd: (date: string) => void }) {
  const [date, setDate] = useState("");
  const { t } = useTranslation("admin");
  return (
    <span className={styles.span}>
      <input type="date" aria-label={label} value={date} onChange={(event) => setDate(event.target.value)} />
      <Button
        look="outline"
        size="small"
        disabled={date === ""}
        onClick={() => {
          onAdd(date);
          setDate("");
        }}
      >
        {t("chip_add")}
      </Button>
    </span>
  );
}

import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ReportPeriod } from "../../api/supervising";
import { Tabs } from "../../ui/Tabs";
import { DIVISIONS, type Division, type Report, type ReportRow } from "../../wire/report";
import { Choice } from "../search/Choice";
import { BarChart } from "./BarChart";
import { Files } from "./Files";
import { LineChart } from "./LineChart";
import { inOrder, MEASURES, type Measure } from "./measures";
import styles from "./Reports.module.css";
import { ReportTable } from "./ReportTable";
import type { Shown } from "./SessionsDialog";
import { useFormats } from "./useFormats";

export type DividedProps = {
  report: Report;
  period: ReportPeriod;
  by: Division;
  onBy: (by: Division) => void;
  onShow: (shown: Shown) => void;
};

/** The sessions by day, hour, channel, group, agent or tag: a chart of one number, its table, and its files. */
export function Divided({ report, period, by, onBy, onShow }: DividedProps) {
  const { t } = useTranslation("desk");
  const { row: nameOf } = useFormats();
  const [measure, setMeasure] = useState<Measure>("sessions");
  const rows = inOrder(report.rows, by, period);
  const show = (row: ReportRow) => onShow({ title: nameOf(by, row), ask: askOf(period, by, row.key) });
  const Chart = by === "day" ? LineChart : BarChart;
  return (
    <section aria-label={t("reports_parts")} className={styles.divided}>
      <Tabs
        label={t("reports_by")}
        tabs={DIVISIONS.map((id) => ({ id, name: t(`by_${id}`) }))}
        chosen={by}
        onChoose={onBy}
        isKept
      >
        <div className={styles.tools}>
          <Choice
            label={t("reports_measure")}
            value={measure}
            onValue={(value) => setMeasure(MEASURES.find((one) => one === value) ?? "sessions")}
            options={MEASURES.map((one) => [one, t(`report_${one}`)] as const)}
          />
          <Files period={period} of={[{ what: "report", by }, { what: "sessions" }]} />
        </div>
        {rows.length === 0 ? (
          <p className={styles.none}>{t("reports_no_rows")}</p>
        ) : (
          <>
            <Chart rows={rows} by={by} measure={measure} onShow={show} />
            <ReportTable rows={rows} by={by} onShow={show} />
          </>
        )}
      </Tabs>
    </section>
  );
}

/** Which sessions a row counts. */
function askOf(period: ReportPeriod, by: Division, key: string): Shown["ask"] {
  switch (by) {
    case "day":
      return { ...period, from: key, to: key };
    case "hour":
      return { ...period, hour: Number(key) };
    case "channel":
      return { ...period, channelId: key };
    case "group":
      return { ...period, groupId: key };
    case "agent":
      return { ...period, adminId: key };
    case "tag":
      return { ...period, tag: key };
    default:
      return by satisfies never;
  }
}

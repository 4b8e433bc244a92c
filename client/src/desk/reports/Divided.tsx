import { Download } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ReportPeriod } from "../../api/supervising";
import { saveFile } from "../../lib/download";
import { useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { Tabs } from "../../ui/Tabs";
import { showToast } from "../../ui/toast";
import { DIVISIONS, type Division, type Report, type ReportRow } from "../../wire/report";
import { Choice } from "../search/Choice";
import { BarChart } from "./BarChart";
import { LineChart } from "./LineChart";
import { inOrder, MEASURES, type Measure } from "./measures";
import styles from "./Reports.module.css";
import { ReportTable } from "./ReportTable";
import { exportAtom } from "./reports.atoms";
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
          <Files period={period} by={by} />
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

/** The report and its conversations as files. */
function Files({ period, by }: { period: ReportPeriod; by: Division }) {
  const { t } = useTranslation("desk");
  const fetchExport = useSetAtom(exportAtom);
  const [busy, setBusy] = useState("");
  const save = async (what: "report" | "sessions", format: "csv" | "xlsx") => {
    setBusy(`${what}-${format}`);
    const file = await fetchExport({
      period,
      file: what === "report" ? { what, format, by } : { what, format },
    });
    setBusy("");
    if (typeof file === "string") showToast("error", t(`export_${file}`));
    else saveFile(file, `${what}-${period.from}-${period.to}.${format}`);
  };
  return (
    <fieldset className={styles.files}>
      <legend>{t("reports_files")}</legend>
      {(["report", "sessions"] as const).map((what) =>
        (["csv", "xlsx"] as const).map((format) => (
          <Button
            key={`${what}-${format}`}
            size="small"
            look="outline"
            icon={<Download size={14} aria-hidden />}
            isBusy={busy === `${what}-${format}`}
            onClick={() => void save(what, format)}
          >
            {t(`export_${what}`, { format: format.toUpperCase() })}
          </Button>
        )),
      )}
    </fieldset>
  );
}

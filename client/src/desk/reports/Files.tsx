import { Download } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ReportContent, ReportPeriod } from "../../api/supervising";
import { saveFile } from "../../lib/download";
import { useSetAtom } from "../../state/jotai";
import { Button } from "../../ui/Button";
import { showToast } from "../../ui/toast";
import styles from "./Reports.module.css";
import { exportAtom } from "./reports.atoms";

export type FilesProps = {
  period: ReportPeriod;
  /** What the files are of; each is offered in each format. */
  of: readonly ReportContent[];
};

/** Numbers of a period as files. */
export function Files({ period, of }: FilesProps) {
  const { t } = useTranslation("desk");
  const fetchExport = useSetAtom(exportAtom);
  const [busy, setBusy] = useState("");
  const save = async (content: ReportContent, format: "csv" | "xlsx") => {
    const { what } = content;
    setBusy(`${what}-${format}`);
    const file = await fetchExport({ period, file: { ...content, format } });
    setBusy("");
    if (typeof file === "string") showToast("error", t(`export_${file}`));
    else saveFile(file, `${what}-${period.from}-${period.to}.${format}`);
  };
  return (
    <fieldset className={styles.files}>
      <legend>{t("reports_files")}</legend>
      {of.map((content) =>
        (["csv", "xlsx"] as const).map((format) => (
          <Button
            key={`${content.what}-${format}`}
            size="small"
            look="outline"
            icon={<Download size={14} aria-hidden />}
            isBusy={busy === `${content.what}-${format}`}
            onClick={() => void save(content, format)}
          >
            {t(`export_${content.what}`, { format: format.toUpperCase() })}
          </Button>
        )),
      )}
    </fieldset>
  );
}

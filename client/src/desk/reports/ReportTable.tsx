import { clsx } from "clsx";
import { useTranslation } from "react-i18next";
import type { Division, ReportRow } from "../../wire/report";
import { FEW, isListed, measured, share, shareWithin } from "./measures";
import styles from "./Reports.module.css";
import { useFormats } from "./useFormats";

export type ReportTableProps = {
  rows: readonly ReportRow[];
  by: Division;
  /** Lists the conversations of a row. */
  onShow: (row: ReportRow) => void;
};

/** The numbers of each row. Its name lists the conversations behind them. */
export function ReportTable({ rows, by, onShow }: ReportTableProps) {
  const { t } = useTranslation("desk");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, also by the keyboard
    <section className={styles.scrolls} aria-label={t("reports_table")} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t(`by_${by}`)}</th>
            <th scope="col">{t("report_sessions")}</th>
            <th scope="col">{t("report_asked")}</th>
            <th scope="col">{t("report_missed")}</th>
            <th scope="col">{t("report_waiting")}</th>
            <th scope="col">{t("report_firstAnswer")}</th>
            <th scope="col">{t("report_in_target")}</th>
            <th scope="col">{t("report_resolution")}</th>
            <th scope="col">{t("report_robot")}</th>
            <th scope="col">{t("report_stars")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.key} row={row} by={by} onShow={onShow} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type RowProps = { row: ReportRow; by: Division; onShow: (row: ReportRow) => void };

function Row({ row, by, onShow }: RowProps) {
  const { t } = useTranslation("desk");
  const f = useFormats();
  const { numbers } = row;
  const name = f.row(by, row);
  const spans = (id: "waiting" | "firstAnswer" | "resolution") =>
    numbers[id].median === undefined ? (
      "–"
    ) : (
      <>
        {f.span(numbers[id].median)} <small>{t("report_p90", { time: f.span(numbers[id].p90) })}</small>
      </>
    );
  return (
    <tr className={clsx(numbers.sessions < FEW && styles.few)}>
      <th scope="row">
        {isListed(row) ? (
          <button type="button" className={styles.open} onClick={() => onShow(row)} title={t("report_list")}>
            <bdi>{name}</bdi>
          </button>
        ) : (
          <bdi>{name}</bdi>
        )}
      </th>
      <td>{f.count(numbers.sessions)}</td>
      <td>{f.count(numbers.asked)}</td>
      <td>{f.count(numbers.missed + numbers.abandoned)}</td>
      <td>{spans("waiting")}</td>
      <td>{spans("firstAnswer")}</td>
      <td>{f.share(shareWithin(numbers.firstAnswer))}</td>
      <td>{spans("resolution")}</td>
      <td>{f.share(share(numbers.robotResolved, numbers.robotAsked))}</td>
      <td>{f.stars(measured("stars", numbers)?.value)}</td>
    </tr>
  );
}

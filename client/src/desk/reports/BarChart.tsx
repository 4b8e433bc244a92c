import { clsx } from "clsx";
import type { Division, ReportRow } from "../../wire/report";
import styles from "./Charts.module.css";
import { FEW, isListed, type Measure, measured, topOf } from "./measures";
import { useFormats } from "./useFormats";

export type ChartProps = {
  rows: readonly ReportRow[];
  by: Division;
  measure: Measure;
  /** Lists the conversations of a row. */
  onShow: (row: ReportRow) => void;
};

/** The most bars of a chart; the table has all rows. */
const BARS_MAX = 24;

/**
 * Horizontal bars from zero, each with its name and number. The table beside it says the same to a screen reader and by
 * the keyboard, so the chart is for eyes and pointers alone.
 */
export function BarChart({ rows, by, measure, onShow }: ChartProps) {
  const f = useFormats();
  const bars = rows.slice(0, BARS_MAX).map((row) => ({ row, known: measured(measure, row.numbers) }));
  const top = topOf(Math.max(0, ...bars.map(({ known }) => known?.value ?? 0)));
  return (
    <ol className={styles.bars} aria-hidden="true">
      {bars.map(({ row, known }) => (
        <li key={row.key}>
          <button
            type="button"
            tabIndex={-1}
            className={styles.bar}
            disabled={!isListed(row)}
            onClick={() => onShow(row)}
          >
            <bdi className={styles.name}>{f.row(by, row)}</bdi>
            <span className={styles.track}>
              <span
                className={clsx(styles.fill, known && known.of < FEW && styles.few)}
                style={{ inlineSize: `${((known?.value ?? 0) / top) * 100}%` }}
              />
            </span>
            <span className={styles.value}>{f.of(measure, known?.value)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
